// Effects on lists: empty, outdated, and pages that shift.

import * as z from 'zod'
import type { Operation } from '../../define/operation.ts'
import type { OperationName } from '../../define/service-types.ts'
import { defineEffect, type Effect, replaceBody } from './effect.ts'
import { emptyList, listOperations } from './lists.ts'
import { isLaterPage, respondShifted } from './shifted-page.ts'

/** Responds with a list without records. Error responses stay unchanged. */
const emptyEffect = defineEffect({
  kind: 'empty',
  title: 'Empty list',
  description: 'Responds with a list without records. Error responses stay unchanged.',
  schema: z.strictObject({ kind: z.literal('empty') }),
  describe: () => 'responds with an empty list',
  create: () => {
    const empty = replaceBody((body, outcome) => (outcome.response.status === 200 ? emptyList(body, outcome) : body))
    return async (context) => {
      const outcome = await empty(context)
      return outcome.evidence === undefined ? outcome : { ...outcome, evidence: { ...outcome.evidence, returned: 0 } }
    }
  },
})

/** Responds with a list from the initial state of the world, like an outdated cache. */
const staleEffect = defineEffect({
  kind: 'stale',
  title: 'Outdated list',
  description: 'Responds with a list from the initial state of the world, like an outdated cache.',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('stale') }),
  describe: () => 'responds with the list from the start of the world',
  create:
    () =>
    ({ respondAtStart }) =>
      respondAtStart(),
})

/** Starts a later page with the last record of the previous page, as if a record had been added in between. */
const duplicateRecordEffect = defineEffect({
  kind: 'duplicate-record',
  title: 'Repeated record',
  description:
    'Starts a later page with the last record of the previous page, as if a record had been added in between.',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('duplicate-record') }),
  fits: isLaterPage,
  describe: () => 'starts each later page with the last record of the page before',
  create: () => (context) => respondShifted(context, -1),
})

/** Leaves out the first record of a later page, as if a record had been removed in between. */
const missingRecordEffect = defineEffect({
  kind: 'missing-record',
  title: 'Missing record',
  description: 'Leaves out the first record of a later page, as if a record had been removed in between.',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('missing-record') }),
  fits: isLaterPage,
  describe: () => 'leaves out the first record of each later page',
  create: () => (context) => respondShifted(context, 1),
})

/** Builds the effects on lists, which apply to the operations that return one. */
export function buildListEffects(operations: readonly Operation<OperationName>[]): Effect[] {
  const lists = listOperations(operations, 'page', 'list')
  const pages = listOperations(operations, 'page')
  return [
    { ...staleEffect, operations: lists },
    { ...emptyEffect, operations: lists },
    { ...duplicateRecordEffect, operations: pages },
    { ...missingRecordEffect, operations: pages },
  ]
}
