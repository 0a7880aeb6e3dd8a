// Effects on lists: empty, outdated, and pages that shift.

import { defineEffect, replaceBody } from './effect.ts'
import { emptyList, listsOf, pagesOf } from './lists.ts'
import { isLaterPage, respondShifted } from './shifted-page.ts'

/** Responds with a list without records. Error responses stay unchanged. */
export const emptyEffect = defineEffect({
  kind: 'empty',
  title: 'Empty list',
  description: 'Responds with a list without records. Error responses stay unchanged.',
  settings: {},
  operations: listsOf,
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: () => ({}) },
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
export const staleEffect = defineEffect({
  kind: 'stale',
  title: 'Outdated list',
  description: 'Responds with a list from the initial state of the world, like an outdated cache.',
  continues: 'never',
  settings: {},
  operations: listsOf,
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: () => ({}) },
  describe: () => 'responds with the list from the start of the world',
  create:
    () =>
    ({ respondAtStart }) =>
      respondAtStart(),
})

/** Starts a later page with the last record of the previous page, as if a record had been added in between. */
export const duplicateRecordEffect = defineEffect({
  kind: 'duplicate-record',
  title: 'Repeated record',
  description:
    'Starts a later page with the last record of the previous page, as if a record had been added in between.',
  continues: 'never',
  settings: {},
  operations: pagesOf,
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: () => ({}) },
  fits: isLaterPage,
  describe: () => 'starts each later page with the last record of the page before',
  create: () => (context) => respondShifted(context, -1),
})

/** Leaves out the first record of a later page, as if a record had been removed in between. */
export const missingRecordEffect = defineEffect({
  kind: 'missing-record',
  title: 'Missing record',
  description: 'Leaves out the first record of a later page, as if a record had been removed in between.',
  continues: 'never',
  settings: {},
  operations: pagesOf,
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: () => ({}) },
  fits: isLaterPage,
  describe: () => 'leaves out the first record of each later page',
  create: () => (context) => respondShifted(context, 1),
})
