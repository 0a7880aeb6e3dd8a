// The response that contains the OpenAPI document.

import * as z from 'zod'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../control-responses.ts'

export const documentOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getDocument',
    method: 'GET',
    template: '/openapi.json',
    summary: 'This document.',
    responses: { 200: json(z.record(z.string(), z.unknown())) },
    run: ({ describe }) => describe(),
  }),
]
