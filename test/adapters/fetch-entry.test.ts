import { expect, test } from 'vitest'
import { createSimulator } from '../../src/fetch.ts'
import * as all from '../../src/index.ts'

const SITE = 'https://preview.example.com'

test('a server answers below a path on every origin', async () => {
  const { fetch: answer } = createSimulator({ baseUrl: '/api', scenario: 'empty' })
  expect((await answer(new Request(`${SITE}/api/v2/deployments`))).status).toBe(200)
  expect((await answer(new Request('https://other.example.com/api/v2/deployments'))).status).toBe(200)
  expect((await answer(new Request(`${SITE}/v2/deployments`))).status).toBe(404)
})

test('a server leaves redirects to its client', async () => {
  const { fetch: answer } = createSimulator({ baseUrl: '/api' })
  const { status, headers } = await answer(new Request(`${SITE}/api/v2/deployments/?limit=1`))
  expect([status, headers.get('location')]).toEqual([307, `${SITE}/api/v2/deployments?limit=1`])
})

test('a server ignores what a framework passes beside the request', async () => {
  const { fetch: answer } = createSimulator()
  const passed: (request: Request, context: object) => Promise<Response> = answer
  expect((await passed(new Request(`${SITE}/v2/deployments`), { method: 'DELETE' })).status).toBe(200)
})

test('without a network, a path and options are enough', async () => {
  const { fetch: answer, requests } = createSimulator()
  expect((await answer('/v2/deployments', { method: 'POST', body: '{}' })).status).toBe(422)
  expect(requests.list().map(({ method }) => method)).toEqual(['POST'])
})

test('a server hides the control API, unless it is asked for', async () => {
  const request = () => new Request(`${SITE}/_simulator/scenario`)
  const hidden = await createSimulator().fetch(request())
  expect([hidden.status, await hidden.json()]).toEqual([404, { detail: 'Not Found' }])
  const shown = await createSimulator({ controlApi: true }).fetch(request())
  expect(await shown.json()).toMatchObject({ name: 'default' })
})

test('the control API of a server refuses pages of other origins', async () => {
  const simulator = createSimulator({ controlApi: true })
  const reset = (origin: string) =>
    simulator.fetch(new Request(`${SITE}/_simulator/reset`, { method: 'POST', headers: { origin } }))
  const refused = await reset('https://elsewhere.example.com')
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { error: { message: expect.stringContaining('the page comes from "https://elsewhere.example.com"') } },
  ])
  expect((await reset(SITE)).status).toBe(200)
})

test('a header selects the session of a viewer', async () => {
  const { fetch: answer, sessions } = createSimulator({ scenario: 'empty' })
  sessions.create('alice', { scenario: 'default' })
  const count = async (headers: HeadersInit) =>
    (await (await answer(new Request(`${SITE}/v2/deployments`, { headers }))).json()).resources.length
  expect([await count({}), await count({ 'x-simulator-session': 'alice' })]).toEqual([0, 20])
})

test('the entry deploymock has everything of it, and the handlers', async () => {
  expect(Object.keys(all)).toEqual(expect.arrayContaining(Object.keys(await import('../../src/fetch.ts'))))
  expect(Object.keys(all.createSimulator())).toEqual(
    expect.arrayContaining([...Object.keys(createSimulator()), 'handlers', 'use']),
  )
})
