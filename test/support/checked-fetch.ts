import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { fetchJson } from './client.ts'
import { createAgreement, type DescribedResponse, type ServiceDocument } from './service-document.ts'

export interface ControlDocument extends ServiceDocument {
  components: ServiceDocument['components'] & { responses: Record<string, DescribedResponse> }
}

/** The OpenAPI document of the control API. */
export const controlDocument = await fetchJson<ControlDocument>(createSimulator(), '/_simulator/openapi.json')

/** Compares a response with the document of the control API. Returns what is wrong with it, or undefined. */
export const findControlIssue = createAgreement(resolveResponses(controlDocument))

/** A `fetch` that compares every response of the control API with the document. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { pathname } = new URL(String(input))
  const path = pathname.replace(/^\/_s\/[^/]+/, '')
  const { status, headers } = response
  const type = headers.get('content-type')
  // A stream does not end.
  const body = type === 'text/event-stream' ? 'event' : await response.clone().text()
  const issue = findControlIssue({ method: init?.method ?? 'GET', path, status, type, body })
  expect(issue).toBeUndefined()
  return response
}

// Errors are described once for all operations.
function resolveResponses({ components, ...document }: ControlDocument): ServiceDocument {
  const text = JSON.stringify(document, (_, value: { $ref?: string } | null) => {
    const name = /^#\/components\/responses\/(\w+)$/.exec(value?.$ref ?? '')?.[1]
    return name === undefined ? value : components.responses[name]
  })
  return { ...(JSON.parse(text) as ServiceDocument), components, servers: [{ url: '/' }] }
}
