import { expect, test } from 'vitest'
import type { AssumptionOverrides, Simulator } from '../../src/index.ts'
import { createService } from '../support/control-plane.ts'
import { sample } from '../support/scope.ts'
import { createAgreement, listOperations, type ServiceDocument } from '../support/service-document.ts'

const PATHS = /^\/v2\/(listeners|auth|integrations)|^\/v1\/integrations/

/** Lists the requests that a document gives as examples, those that delete something last. */
function listExamples(document: ServiceDocument) {
  const requests = listOperations(document)
    .filter(({ path, method }) => PATHS.test(path) && method !== 'head')
    .map(({ path, method, operation: { parameters = [], requestBody } }) => {
      const exampleOf = (name: string) => String(parameters.find((each) => each.name === name)?.example ?? 'unknown')
      const query = parameters.filter((each) => each.in === 'query' && each.example !== undefined)
      const search = new URLSearchParams(query.map(({ name, example }) => [name, String(example)]))
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleOf(name)))
      const body = JSON.stringify(requestBody?.content['application/json']?.example)
      return { name: `${method} ${path}`, method: method.toUpperCase(), target: `${filled}?${search}`, body }
    })
  return requests.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
}

async function send({ fetch }: Simulator, { method, target, body }: ReturnType<typeof listExamples>[number]) {
  const init = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  const response = await fetch(target, { method, ...init })
  const [path = ''] = target.split('?')
  const type = response.headers.get('content-type')
  return { method, path, status: response.status, type, body: await response.text() }
}

const variations: AssumptionOverrides[] = [
  {},
  { optionalFields: 'absent' },
  { unknownFields: 'extra' },
  { timestampFormat: 'offset' },
  { timestampFormat: 'secondsZ' },
  { repositoryFields: 'long', repositoryIdType: 'string' },
]

test.for(sample(variations, 6))('the examples of the document get what it describes under %j', async (assumptions) => {
  const options = { assumptions, scenario: 'busy', deployments: 3 }
  const document = (await createService(options).openapi()) as unknown as ServiceDocument
  const findIssue = createAgreement(document)
  const service = createService(options)
  const refused: string[] = []
  for (const example of listExamples(document)) {
    const exchange = await send(service, example)
    expect(findIssue(exchange)).toBeUndefined()
    if (exchange.status >= 300) refused.push(example.name)
  }
  // Its state must be that of an authentication, and an example has none.
  expect(refused).toEqual(['post /v2/auth/callback/{provider_id}'])
})
