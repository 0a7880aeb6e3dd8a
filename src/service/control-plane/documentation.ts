// The operations in which the service describes itself (assumption `documentation`).

import * as z from 'zod'
import { htmlText, jsonText } from '../../engine/contract/operation/responses.ts'
import { defineOperation } from '../operation.ts'

const documentSchema = z.record(z.string(), z.unknown()).describe('An OpenAPI document.')

export const getOpenApi = defineOperation({
  basis: { of: 'documented: OpenAPI' },
  name: 'getOpenApi',
  method: 'GET',
  template: '/openapi.json',
  summary: 'Returns the OpenAPI document of the service.',
  addedBy: { documentation: ['served'] },
  isDocumentation: true,
  responses: { 200: jsonText(documentSchema) },
  run: ({ assumptions, documents }) => documents.describe(assumptions),
})

export const getDocs = defineOperation({
  basis: { of: 'documented: OpenAPI' },
  name: 'getDocs',
  method: 'GET',
  template: '/docs',
  summary: 'Shows the operations of the service on a page.',
  addedBy: { documentation: ['served'] },
  isDocumentation: true,
  responses: { 200: htmlText },
  run: ({ assumptions, documents }) => documents.writePage(assumptions),
})
