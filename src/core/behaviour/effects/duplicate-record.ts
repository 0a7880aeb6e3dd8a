import { z } from 'zod'
import { defineEffect } from './effect.ts'
import { PAGES } from './lists.ts'
import { isLaterPage, respondShifted } from './shifted-page.ts'

/** Starts a later page with the last record of the previous page, as if a record had been added in between. */
export const duplicateRecordEffect = defineEffect({
  kind: 'duplicate-record',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('duplicate-record') }),
  operations: PAGES,
  fits: isLaterPage,
  create: () => (context) => respondShifted(context, -1),
})
