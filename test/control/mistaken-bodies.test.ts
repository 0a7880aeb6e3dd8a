// Sends every operation of the control API a body that it does not take.

import { expect, test } from 'vitest'
import { controlOperationsOf } from '../../src/engine/control/control-operations.ts'
import { takesText } from '../../src/engine/control/requests/control-input.ts'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'

const simulator = createSimulator({ scenario: 'empty', baseUrl: 'http://simulator.test' })
const client = connect('http://simulator.test', { fetch: simulator.fetch })
const operations = controlOperationsOf(service)

async function send({ method, template }: (typeof operations)[number], body: string) {
  const path = `/_simulator${template.replace(/\{\w+\}/g, 'x')}`
  const response = await simulator.fetch(path, { method, body })
  return { status: response.status, text: await response.text() }
}

const withFields = operations.filter(({ body }) => body !== undefined && !takesText(body))
const withoutBody = operations.filter(({ body, method }) => body === undefined && method !== 'GET')

test.for(withFields.map((each) => [each.name, each] as const))(
  '%s names what a list or a text lacks',
  async ([, each]) => {
    for (const body of ['[]', '[{}]', '"busy"', '7', 'null']) {
      const { status, text } = await send(each, body)
      expect([status, text]).toEqual([422, expect.stringMatching(/an object with fields|Pass a snapshot|a level from 0 to 1|at most 1/)])
    }
  },
)

test.for(withoutBody.map((each) => [each.name, each] as const))('%s refuses a body', async ([, each]) => {
  const { status, text } = await send(each, '{ "operation": "listDeployments" }')
  expect([status, text]).toEqual([422, expect.stringContaining('This operation takes none.')])
})

test.for(['', '{}', ' { } ', 'null'])(
  'an operation without a body accepts %j, which some clients always send',
  async (body) => {
    const response = await simulator.fetch('/_simulator/reset', { method: 'POST', body })
    expect(response.status).toBe(200)
  },
)

test.for<[string, () => Promise<unknown>]>([
  ['requests.clear', () => client.requests.clear({ operation: 'listDeployments' } as never)],
  ['faults.clear', () => client.faults.clear({ operation: 'listDeployments' } as never)],
  ['faults.add', () => client.faults.add({ status: 503 }, { times: 1 } as never)],
  ['faults.remove', () => client.faults.remove('1', { times: 1 } as never)],
  ['clock.freeze', () => client.clock.freeze('2026-03-02T09:00:00Z' as never)],
  ['clock.run', () => client.clock.run({ speed: '60x' } as never)],
  ['clock.advance', () => client.clock.advance('1h', { frozen: true } as never)],
  ['coverage.clear', () => client.coverage.clear({ operation: 'listDeployments' } as never)],
  ['db.deployments.create', () => client.db.deployments.create({}, { status: 'READY' } as never)],
] as never)('%s of the client rejects what it has no parameter for', async ([name, act]) => {
  await expect(act()).rejects.toThrow(`Failed to call ${name}: it also got `)
})

test('the client refuses a collection that is mistyped, with what was meant', () => {
  expect(() => Reflect.get(client.db, 'deployment')).toThrow(/"deployment" is unknown\. Did you mean "deployments"\?/)
})
