import { z } from 'zod'
import { defineEffect, replaceBody } from './effect.ts'
import { emptyList, LISTS } from './lists.ts'

/** Responds with a list without records. Error responses stay unchanged. */
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
