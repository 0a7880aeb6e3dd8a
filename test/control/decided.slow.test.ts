import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { postDeployment } from '../support/client.ts'
import { test } from '../support/control-test.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const DEPLOYMENTS = '/v2/deployments'
const SCENARIO = { name: 'few', deployments: 3 } as const

interface Case {
  readonly what: string
  readonly request: readonly [path: string, init?: RequestInit]
  readonly status: number
  readonly decided: readonly string[]
  readonly undecided: readonly string[]
}

const CASES: readonly Case[] = [
  {
    what: 'a page behind the end',
    request: [`${DEPLOYMENTS}?offset=9`],
    status: 200,
    decided: ['offsetBeyondEnd'],
    undecided: ['recordShape'],
  },
  {
    what: 'a page with records',
    request: [`${DEPLOYMENTS}?limit=3`],
    status: 200,
    decided: ['recordShape', 'timestampFormat'],
    undecided: ['offsetBeyondEnd'],
  },
  {
    what: 'an invalid limit',
    request: [`${DEPLOYMENTS}?limit=0`],
    status: 422,
    decided: ['validationStatus'],
    undecided: ['recordShape'],
  },
  { what: 'an unknown path', request: ['/v2/deploy'], status: 404, decided: ['errorBody'], undecided: ['recordShape'] },
  {
    what: 'a creation that lacks a name',
    request: [DEPLOYMENTS, { method: 'POST', headers: JSON_TYPE, body: '{"source":"github"}' }],
    status: 422,
    decided: ['validationStatus'],
    undecided: ['recordShape'],
  },
]

test.for(CASES)(
  'the explanation of $what names the assumptions that decided something, and no others',
  async ({ request: [path, init], status, decided, undecided }, { start }) => {
    const { remote, simulator } = await start({ simulator: { scenario: SCENARIO } })
    expect((await fetch(`${remote.url}${path}`, init)).status).toBe(status)
    const before = simulator.snapshot()
    const { explanation } = (await remote.requests.get(1, { decided: true })) ?? {}
    expect(explanation?.decided).toEqual(expect.arrayContaining([...decided]))
    expect(explanation?.decided?.filter((id) => undecided.includes(id))).toEqual([])
    expect(Object.keys(explanation?.assumptions ?? {})).toEqual(
      expect.arrayContaining([...(explanation?.decided ?? [])]),
    )
    expect(explanation?.words.at(-1)).toBe(
      `Of these, ${explanation?.decided?.join(', ')} decided something: with another value, the response would differ.`,
    )
    expect([simulator.snapshot(), simulator.requests.count()]).toEqual([before, 1])
  },
)

test('what decided something is found in the world that the request met', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { scenario: SCENARIO } })
  await fetch(`${remote.url}${DEPLOYMENTS}?offset=9`)
  simulator.load({ name: 'more', deployments: 20 }, { keepRequests: true })
  const { explanation } = (await remote.requests.get(1, { decided: true })) ?? {}
  expect(explanation?.decided).toContain('offsetBeyondEnd')
})

test('a creation is asked again without creating anything', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { scenario: 'default' } })
  const send: typeof fetch = (target, init) => fetch(`${remote.url}${target}`, init)
  expect((await postDeployment({ fetch: send, db: simulator.db })).status).toBe(201)
  const count = simulator.db.deployments.count()
  const { explanation } = (await remote.requests.get(1, { decided: true })) ?? {}
  expect(explanation?.decided).toContain('recordShape')
  expect(simulator.db.deployments.count()).toBe(count)
})

test('nothing is said about what decided something, unless somebody asks, and if a fault answered', async ({
  start,
}) => {
  const { remote, simulator } = await start({ simulator: { scenario: SCENARIO } })
  simulator.faults.add({ effect: { kind: 'empty' }, times: 1 })
  await fetch(`${remote.url}${DEPLOYMENTS}?limit=1`)
  await fetch(`${remote.url}${DEPLOYMENTS}?limit=1`)
  const decided = async (id: number, options?: { decided: boolean }) =>
    (await remote.requests.get(id, options))?.explanation.decided
  expect(await decided(1, { decided: true })).toBeNull()
  expect(await decided(2)).toBeNull()
  expect(await decided(2, { decided: true })).toContain('recordShape')
})

test('a question to the service finds out what decided something if it is asked', async () => {
  const simulator = createSimulator({ scenario: SCENARIO })
  const question = { path: DEPLOYMENTS, query: 'offset=9' }
  expect((await simulator.ask(question)).explanation.decided).toBeNull()
  expect((await simulator.ask({ ...question, decided: true })).explanation.decided).toContain('offsetBeyondEnd')
})

test('what decided a response is asked as strictly as the request was', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { scenario: SCENARIO, strict: true } })
  expect((await fetch(`${remote.url}${DEPLOYMENTS}?unknown=1`)).status).toBe(501)
  const strictly = (await remote.requests.get(1, { decided: true }))?.explanation.decided
  simulator.configure({ strict: false })
  expect((await remote.requests.get(1, { decided: true }))?.explanation.decided).toEqual(strictly)
  expect(strictly).toBeDefined()
})
