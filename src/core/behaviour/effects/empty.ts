import { z } from 'zod'
import { defineEffect, replaceBody } from './effect.ts'
import { emptyList, LISTS } from './lists.ts'

/** Answers a list without any records. A failure stays what it is. */
export const emptyEffect = defineEffect({
  kind: 'empty',
  schema: z.strictObject({ kind: z.literal('empty') }),
  operations: LISTS,
  create: () => {
    const empty = replaceBody((body, outcome) => (outcome.response.status === 200 ? emptyList(body, outcome) : body))
    return async (context) => {
      const outcome = await empty(context)
      return outcome.evidence === undefined ? outcome : { ...outcome, evidence: { ...outcome.evidence, returned: 0 } }
    }
  },
})
