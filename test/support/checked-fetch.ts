import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { fetchJson } from './client.ts'

interface DescribedResponse {
  $ref?: string
  content?: Record<string, { schema: { $ref?: string } }>
}

export interface ControlDocument {
  [field: string]: unknown
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, DescribedResponse> }>>
  components: { schemas: Record<string, object>; responses: Record<string, DescribedResponse> }
}

/** The OpenAPI document of the control API. */
export const controlDocument = await fetchJson<ControlDocument>(createSimulator(), '/_simulator/openapi.json')

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'document', ...controlDocument })

const described = Object.entries(controlDocument.paths).map(([template, methods]) => ({
  pattern: new RegExp(`^(/_s/[^/]+)?${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  methods,
}))

/** A `fetch` that validates every response of the control API against the document. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { pathname } = new URL(String(input))
  const there = described.find(({ pattern }) => pattern.test(pathname))
  const operation = there?.methods[(init?.method ?? 'GET').toLowerCase()]
  if (operation === undefined) return response
  const given = operation.responses[response.status]
  expect(given, `${operation.operationId} with ${response.status}`).toBeDefined()
  const resolved =
    given?.$ref === undefined ? given : controlDocument.components.responses[given.$ref.split('/').at(-1) ?? '']
  const schema = resolved?.content?.['application/json']?.schema
  if (schema === undefined) return response

  const validate = ajv.getSchema(`document${schema.$ref}`)
  const isValid = validate?.(await response.clone().json())
  expect(isValid ? [] : validate?.errors, `the answer of ${operation.operationId}`).toEqual([])
  return response
}
