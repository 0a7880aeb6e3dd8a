import { expect, onTestFinished, test } from 'vitest'
import { isGiven } from '../../src/engine/contract/operation/access.ts'
import { defineRefusal, refuse } from '../../src/engine/contract/operation/failure.ts'
import type { Service } from '../../src/engine/scenario/service.ts'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { connect, type DetailedEntry } from '../../src/entries/client/index.ts'
import { copyRequest } from '../../src/entries/request-code/copied-request.ts'
import { buildCurl } from '../../src/entries/request-code/curl.ts'
import { writeVitestTest } from '../../src/entries/request-code/vitest-test.ts'
import { createSimulator as createDeployments } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { library, type Types } from '../engine/library/library.ts'
import { connectAgent } from '../mcp/support/mcp-test.ts'

const SECRET = 'moss-lantern-4711'
const card = { header: 'X-Library-Card', scheme: 'Card' }
const noCard = defineRefusal({ name: 'no card', status: 401, text: 'show your card' })

/** The library, for readers with a card. Nothing in the name of its header says that its value is secret. */
const guarded: Service<Types> = {
  ...library,
  access: {
    credentials: { card, branch: { header: 'X-Branch', isPublic: true } },
    listRequired: () => [['card']],
    listUsual: () => [['card']],
    statusOf: () => 401,
    refusals: [noCard],
    assert: (request) => isGiven(card, request) || refuse(noCard),
  },
}
const HEADERS = { 'x-library-card': `Card ${SECRET}`, 'x-branch': 'harbour' }

async function send() {
  const { fetch } = createSimulator(guarded)
  const simulator = connect('http://localhost', { fetch, session: 'ida' })
  await simulator.sessions.create({ name: 'ida' })
  await fetch(`${simulator.url}/books?limit=1`, { headers: HEADERS })
  return { fetch, simulator, entry: (await simulator.requests.get(1)) as DetailedEntry }
}

test('an archive hides the credentials of a service, whatever their header is called', async () => {
  const { simulator } = await send()
  const har = JSON.stringify(await simulator.requests.toHar())
  expect(har).toContain('harbour')
  expect(har).not.toContain(SECRET)
  const local = createSimulator(guarded)
  await local.fetch('/books', { headers: HEADERS })
  expect(JSON.stringify(await local.requests.toHar())).not.toContain(SECRET)
  expect(JSON.stringify(await local.requests.toHar({ secrets: 'keep' }))).toContain(SECRET)
})

test('a copy of a request has other credentials, in the scheme of the service', async () => {
  const { simulator, entry } = await send()
  const { service } = await simulator.schemas()
  const { text } = buildCurl(copyRequest(entry, simulator.url, service.accepts))
  expect(text).toContain("-H 'x-branch: harbour' -H 'x-library-card: Card any'")
})

test('a copy of a request as a test sends them, and gets the same', async () => {
  const { simulator, entry, fetch } = await send()
  const { code, reproduces } = await writeVitestTest(simulator, [entry], fetch)
  expect(reproduces).toBe('everything')
  expect(code).toContain("'x-library-card': 'Card any'")
  expect(code).not.toContain(SECRET)
})

test('an agent is not told the credentials of others', async () => {
  const agent = await connectAgent(createSimulator(guarded))
  onTestFinished(agent.leave)
  const told = [
    await agent.call('see_world'),
    await agent.call('ask', { path: '/books', headers: HEADERS }),
    await agent.call('ask', { path: '/books', headers: { ...HEADERS, 'x\n': SECRET } }),
    await agent.call('why'),
    await agent.call('make_test'),
  ]
  expect(told[0]?.text).toContain('Credentials: an X-Library-Card (Card) header (any value)')
  expect(told[2]?.isError).toBe(true)
  expect(told.filter(({ text }) => text.includes(SECRET))).toEqual([])
})

test('an agent is told which scheme a header has', async () => {
  const agent = await connectAgent(createDeployments({ assumptions: { authentication: 'bearer' } }))
  onTestFinished(agent.leave)
  const { text } = await agent.call('ask', { path: '/v2/deployments' })
  expect(text).toContain('It needs an Authorization (Bearer) header (any value).')
})

test('a page of a server says how to send the credentials of the service, and so does its document', async () => {
  const server = await serve({ service: guarded }, { port: 0, console: false })
  onTestFinished(server.close)
  const page = await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('-H &#39;X-Library-Card: Card any&#39;')
  const document = await (await fetch(`${server.url}/_simulator/service/openapi.json`)).json()
  expect(document.components.securitySchemes.card).toEqual({ type: 'apiKey', in: 'header', name: 'X-Library-Card' })
})
