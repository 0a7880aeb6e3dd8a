// Whether the server is running.

import * as z from 'zod'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'

export const healthOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getHealth',
    method: 'GET',
    template: '/health',
    summary: 'Whether the server is alive. Everyone may call this.',
    responses: { 200: json(z.strictObject({ status: z.literal('ok') })) },
    run: () => ({ status: 'ok' }) as const,
  }),
]
