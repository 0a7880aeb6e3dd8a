// Whether the server is running.

import * as z from 'zod'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { ControlFailure } from '../../requests/control-failure.ts'
import { json } from '../../requests/control-responses.ts'

const healthSchema = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  problem: z
    .string()
    .exactOptional()
    .describe('What does not work, if the status is `degraded`. Who needs a token and has none is not told where.'),
})

const STOPPING = 'The server is stopping. Other instances take over its sessions.'

export const healthOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getHealth',
    request: 'GET /health',
    summary: 'Whether the server is alive. Everyone may call this. A server that is stopping responds with 503.',
    responses: { 200: json(healthSchema) },
    run({ host }) {
      const { isStopping = false, problem } = host.readHealth?.() ?? {}
      if (isStopping) throw new ControlFailure({ status: 503, message: STOPPING })
      if (problem === undefined) return { status: 'ok' as const }
      return { status: 'degraded' as const, problem }
    },
  }),
]
