import { z } from 'zod'
import { defineEffect } from './effect.ts'
import { isLaterPage, respondShifted } from './shifted-page.ts'

/** Begins a later page with the last record of the page before: one came in while the client was reading. */
export const duplicateRecordEffect = defineEffect({
  kind: 'duplicate-record',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('duplicate-record') }),
  operations: ['listDeployments'],
  fits: isLaterPage,
  create: () => (context) => respondShifted(context, -1),
})
