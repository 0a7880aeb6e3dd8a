import { z } from 'zod'
import { defineEffect } from './effect.ts'
import { PAGES } from './lists.ts'
import { isLaterPage, respondShifted } from './shifted-page.ts'

/** Leaves out the first record of a later page, as if a record had been removed in between. */
export const missingRecordEffect = defineEffect({
  kind: 'missing-record',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('missing-record') }),
  operations: PAGES,
  fits: isLaterPage,
  create: () => (context) => respondShifted(context, 1),
})
