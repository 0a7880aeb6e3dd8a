import { z } from 'zod'
import { type ControlOperation, defineControl } from '../control-operation.ts'

export const healthOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getHealth',
    method: 'GET',
    template: '/health',
    summary: 'Whether the server is alive. Everyone may call this.',
    isOpen: true,
    success: { status: 200, schema: z.strictObject({ status: z.literal('ok') }) },
    run: () => ({ status: 'ok' }) as const,
  }),
]
