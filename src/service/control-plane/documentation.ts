// The operations in which the service describes itself (assumption `documentation`).

import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import { defineOperation } from '../../engine/define/operation.ts'
import { html, jsonText } from '../../engine/define/responses.ts'

const whenServed =
  (path: string) =>
  ({ documentation }: Assumptions): string | undefined =>
    documentation === 'served' ? path : undefined

/** Returns the OpenAPI document of the service. */
export const getOpenApi = defineOperation({
  name: 'getOpenApi',
  method: 'GET',
  template: whenServed('/openapi.json'),
  summary: 'Returns the OpenAPI document of the service.',
  addedBy: 'documentation',
  isDocumentation: true,
  parameters: {},
  responses: { 200: jsonText },
  run: ({ assumptions, documents }) => documents.describe(assumptions),
})

/** Shows the operations of the service to people. */
export const getDocs = defineOperation({
  name: 'getDocs',
  method: 'GET',
  template: whenServed('/docs'),
  summary: 'Shows the operations of the service on a page.',
  addedBy: 'documentation',
  isDocumentation: true,
  parameters: {},
  responses: { 200: html },
  run: ({ assumptions, documents }) => documents.writePage(assumptions),
})
