import { z } from 'zod'
import { defineEffect, replaceBody } from './effect.ts'
import { emptyList, LISTS } from './lists.ts'

/** Answers a list without any records. A failure stays what it is. */
export const emptyEffect = defineEffect({
  kind: 'empty',
  schema: z.strictObject({ kind: z.literal('empty') }),
  operations: LISTS,
  create: () => {
    const empty = replaceBody((body, answer) => (answer.reply.status === 200 ? emptyList(body, answer) : body))
    return async (context) => {
      const answer = await empty(context)
      return answer.evidence === undefined ? answer : { ...answer, evidence: { ...answer.evidence, returned: 0 } }
    }
  },
})
