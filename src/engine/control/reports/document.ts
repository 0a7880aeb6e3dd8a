// The OpenAPI documents of the control API and of the service.

import * as z from 'zod'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { writtenJson } from '../requests/control-responses.ts'

const documentSchema = z.record(z.string(), z.unknown())

export const documentOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getDocument',
    request: 'GET /openapi.json',
    summary: 'This document.',
    responses: { 200: writtenJson(documentSchema) },
    run: (context) => context.describe(findPublicUrl(context)),
  }),
  defineControl({
    name: 'getServiceDocument',
    request: 'GET /service/openapi.json',
    summary: 'The OpenAPI document of the service, under the assumptions of the session and with examples of its data.',
    responses: { 200: writtenJson(documentSchema) },
    run(context) {
      const { session, request, inTurns } = context
      return inTurns(session.describe({ server: findPublicUrl(context) ?? request.address().basePath }))
    },
  }),
]

/** The URL of the session, if the server was started with a public one. */
function findPublicUrl({ host, request }: ControlContext): string | undefined {
  if (host.hasPublicUrl !== true) return undefined
  const { origin, basePath } = request.address()
  return origin + basePath
}
