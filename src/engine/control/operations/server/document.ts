// The OpenAPI documents of the control API and of the service.

import * as z from 'zod'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { jsonText } from '../../requests/control-responses.ts'

const documentSchema = z.record(z.string(), z.unknown())

export const documentOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getDocument',
    request: 'GET /openapi.json',
    summary: 'This document.',
    responses: { 200: jsonText(documentSchema) },
    run: ({ describe, publicUrl }) => describe(publicUrl),
  }),
  defineControl({
    name: 'getServiceDocument',
    request: 'GET /service/openapi.json',
    summary: 'The OpenAPI document of the service, under the assumptions of the session and with examples of its data.',
    responses: { 200: jsonText(documentSchema) },
    run: ({ session, inTurns, basePath, publicUrl = basePath }) => inTurns(session.describe({ server: publicUrl })),
  }),
]
