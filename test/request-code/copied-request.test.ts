import { expect, test } from 'vitest'
import { changeRequest, copyRequest } from '../../src/entries/request-code/copied-request.ts'

const headers = [['x-api-key', 'any']] as const
const GET = { method: 'GET', path: '/v2/deployments', query: 'limit=2', body: null, request: { headers } }

test('a path that is typed without a slash gets one', () => {
  const changed = changeRequest(GET, { method: 'GET', path: 'v2/deployments', query: 'limit=3' })
  const { url } = copyRequest(changed, 'http://localhost:4010')
  expect(url).toBe('http://localhost:4010/v2/deployments?limit=3')
  expect(changeRequest(GET, { method: 'GET', path: '/v2' })).toMatchObject({ path: '/v2', query: '' })
})

test('a body that is added to a request is sent as JSON, unless it has a type', () => {
  const change = { method: 'POST', path: '/v2/deployments', body: '{}' }
  const { request, body } = changeRequest(GET, change)
  expect([request.headers, body]).toEqual([[...headers, ['content-type', 'application/json']], '{}'])
  const typed = { headers: [['Content-Type', 'text/plain']] } as const
  expect(changeRequest({ ...GET, request: typed }, change).request).toEqual(typed)
  expect(changeRequest(GET, { ...change, body: '' })).toMatchObject({ body: null, request: { headers } })
})
