import { z } from 'zod'
import { defineEffect } from './effect.ts'
import { answerShifted, isLaterPage } from './shifted-page.ts'

/** Leaves out the first record of a later page: one went away while the client was reading. */
export const missingRecordEffect = defineEffect({
  kind: 'missing-record',
  continues: 'never',
  schema: z.strictObject({ kind: z.literal('missing-record') }),
  operations: ['listDeployments'],
  fits: isLaterPage,
  create: () => (context) => answerShifted(context, 1),
})
