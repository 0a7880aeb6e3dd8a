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
      expect([status, text]).toEqual([
        422,
        expect.stringMatching(/an object with fields|Pass a snapshot|a level from 0 to 1|at most 1/),
      ])
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

const { requests, faults, clock, coverage, db } = client

test.for<[string, (...given: never[]) => unknown, unknown[]]>([
  ['requests.clear', requests.clear, [{ operation: 'listDeployments' }]],
  ['faults.clear', faults.clear, [{ operation: 'listDeployments' }]],
  ['faults.add', faults.add, [{ status: 503 }, { times: 1 }]],
  ['faults.remove', faults.remove, ['1', { times: 1 }]],
  ['clock.freeze', clock.freeze, ['2026-03-02T09:00:00Z']],
  ['clock.run', clock.run, [{ speed: '60x' }]],
  ['clock.advance', clock.advance, ['1h', { frozen: true }]],
  ['coverage.clear', coverage.clear, [{ operation: 'listDeployments' }]],
  ['db.deployments.create', db.deployments.create, [{}, { status: 'READY' }]],
])('%s of the client rejects what it has no parameter for', async ([name, method, given]) => {
  await expect(Reflect.apply(method, undefined, given)).rejects.toThrow(`Failed to call ${name}: it also got `)
})

test('the client refuses a collection that is mistyped, with what was meant', () => {
  expect(() => Reflect.get(client.db, 'deployment')).toThrow(/"deployment" is unknown\. Did you mean "deployments"\?/)
})
