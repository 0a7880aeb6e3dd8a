import { z } from 'zod'
import { defineEffect } from './effect.ts'
import { LISTS } from './lists.ts'

/** Answers a list as the world was when it began, as a cache does that nobody told of the changes. */
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
