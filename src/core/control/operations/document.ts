import { z } from 'zod'
import { type ControlOperation, defineControl } from '../control-operation.ts'

export const documentOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getDocument',
    method: 'GET',
    template: '/openapi.json',
    summary: 'This document.',
    success: { status: 200, schema: z.record(z.string(), z.unknown()) },
    run: ({ describe }) => describe(),
  }),
]
