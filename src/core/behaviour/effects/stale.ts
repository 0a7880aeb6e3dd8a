import { z } from 'zod'
import { defineEffect } from './effect.ts'
import { LISTS } from './lists.ts'

/** Responds with a list from the initial state of the world, like an outdated cache. */
export const staleEffect = defineEffect({
  kind: 'stale',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('stale') }),
  operations: LISTS,
  create:
    () =>
    ({ respondAtStart }) =>
      respondAtStart(),
})
