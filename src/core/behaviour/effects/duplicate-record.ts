import { z } from 'zod'
import { defineEffect } from './effect.ts'
import { answerShifted, isLaterPage } from './shifted-page.ts'

/** Begins a later page with the last record of the page before: one came in while the client was reading. */
export const duplicateRecordEffect = defineEffect({
  kind: 'duplicate-record',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('duplicate-record') }),
  operations: ['listDeployments'],
  fits: isLaterPage,
  create: () => (context) => answerShifted(context, -1),
})
