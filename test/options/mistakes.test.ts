// What new users do wrong, and what they are told.

import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import type { AnyService } from '../../src/engine/simulator/simulator.ts'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator as createOwn, defineApi } from '../../src/entries/engine/index.ts'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator } from '../../src/index.ts'
import { createApp, serve } from '../../src/server/index.ts'
import { runCli } from '../support/run-cli.ts'

const handler = http.get('/', () => HttpResponse.text(''))
const nameItem = (item: string) =>
  `"handlers.${item}. "handlers" must be a list of MSW's request handlers, such as [http.get(url, resolver)].`

const pages = { page: 'page', size: 'size', usual: 20, most: 100 }
const schema = z.strictObject({ id: z.int(), title: z.string() })
const items = { schema, count: 1, build: () => ({ title: 'x' }) }

function declareItems(path = '/items', given: object = {}): AnyService {
  const api = defineApi({ title: 'Shop', version: '1', pages })
  const resource = api.resource('items', { ...items, ...given })
  return api.service({ resources: [resource], operations: api.crud(path as '/items', resource), scenarios: {} })
}

const withTimeline = (timeline: unknown) =>
  createSimulator({ scenario: { name: 'a', deployments: 1, changes: { timeline } } as never })

const wrong: Readonly<Record<string, readonly [act: () => unknown, message: string]>> = {
  'handlers in a list of their own': [
    () => setupSimulator({ handlers: [[handler]] as never }),
    nameItem('0" is a list'),
  ],
  'what is no handler, for a server': [
    () => createApp(createSimulator(), { handlers: [handler, 1] as never }),
    nameItem('1" is 1'),
  ],
  'a service that is the name of a file': [
    () => setupSimulator(Object({ service: './shop.js' })),
    '"service" is "./shop.js". Pass what `api.service(...)` of deploymock/engine returns.',
  ],
  'a folder for sessions that is empty, as an unset variable': [
    () => serve(createSimulator(), { port: 0, state: '' }),
    'Failed to keep the sessions in "": it is neither a folder nor the URL of a store.',
  ],
  'a size with its unit': [
    () => createSimulator({ memory: '256MB' as never }),
    '"memory" is "256MB". It must be a whole number of megabytes of at least 1, such as 256.',
  ],
  'a time with a unit that there is not': [
    () => createSimulator({ sessionMinutes: '1 fortnight' as never }),
    '"sessionMinutes" is "1 fortnight". Use minutes, ',
  ],
  'a time of a server with such a unit': [
    () => serve(createSimulator(), { port: 0, grace: '1 fortnight' as never }),
    '"grace" is "1 fortnight". Use seconds, ',
  ],
  'a step of the clock with such a unit': [
    () => createSimulator().clock.advance('1 fortnight' as never),
    '"1 fortnight" is not a duration. Use milliseconds, ',
  ],
  'a collector without its URL': [
    () => serve(createSimulator(), { port: 0, otlp: {} as never }),
    'Failed to send spans to "": it is not the URL of a collector.',
  ],
  'no options of an API': [() => Reflect.apply(createOwn, undefined, []), '"service" is missing. Pass what'],
  'an assumption of an API without questions': [
    () => createOwn(Object({ service: declareItems() })).assume({ lentBook: 'x' } as never),
    'Failed to assume: "lentBook" is not an assumption. Known: none.',
  ],
  'a schema without an id': [
    () => declareItems('/items', { schema: z.strictObject({ title: z.string() }) }),
    'Failed to declare items: "schema" has no field "id". Fields: title.',
  ],
  'a placeholder as Express has them': [
    () => declareItems('/shops/:shop/items'),
    '"/shops/:shop/items". It must be a path such as /repos/{owner}/issues.',
  ],
  'a Date in a record': [
    () => createSimulator().db.deployments.create({ created_at: new Date() as never }),
    '"created_at" is a Date. Expected: text',
  ],
  'a regular expression as a path': [
    () => createSimulator().faults.add({ path: /deployments/ as never, status: 503 }),
    '"path" is a RegExp. Expected: text.',
  ],
  'a time as the condition of a timeline': [
    () => withTimeline([{ when: '2m', removeFault: 'a' }]),
    '"changes.timeline.0.when" is "2m". Expected: fields of the record. Use "after" for a time.',
  ],
  'a file with TypeScript': [
    () => readScenarioFile('demo.ts'),
    'Failed to read demo.ts: its name must end in .yaml, .yml or .json. writeScenario writes one.',
  ],
}

test.for(Object.entries(wrong))('%s is told', async ([, [act, message]]) => {
  await expect(Promise.resolve().then(act)).rejects.toThrow(message)
})

test('a scenario in code is no scenario of the command line', async () => {
  const { exit, err } = runCli('--scenario', 'demo.ts')
  expect(await exit).toBe(2)
  expect(err).toEqual([
    expect.stringContaining(
      'A file name must end in .yaml, .yml or .json; a scenario in code is for `createSimulator`.',
    ),
  ])
})

test('a status that is a text finds the same requests as a number', async () => {
  const { fetch, requests } = createSimulator()
  await fetch('/v2/deployments')
  for (const status of [200, '200', '2xx'] as never[]) expect(requests.list({ status })).toHaveLength(1)
  for (const status of [404, '404', 'none'] as never[]) expect(requests.count({ status })).toBe(0)
})

const circle: Record<string, unknown> = { name: 'a' }
circle.deployments = [circle]

test.for<[string, unknown, RegExp]>([
  ['a function', () => ({ name: 'a' }), /it is a function/],
  ['a circle', circle, /circular/],
  ['a BigInt', { name: 'a', seed: 5n }, /BigInt/],
  ['a hundred thousand levels', { name: JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)) }, /nested too deeply/],
])('a client does not send %s', async ([, given, reason]) => {
  const sent: unknown[] = []
  const client = connect('http://any.test', {
    fetch: async (url) => {
      sent.push(url)
      return new Response('{}')
    },
  })
  const message = new RegExp(
    `an argument cannot be written as JSON \\(.*${reason.source}.*\\)\\. Pass plain values\\.$`,
  )
  await expect(client.load(given as never)).rejects.toThrow(message)
  await expect(client.faults.add(given as never)).rejects.toThrow(message)
  expect(sent).toEqual([])
})

test('a client names the method that was called, and not the body of its request', async () => {
  const simulator = createSimulator()
  const { clock, chaos, db } = connect('http://localhost', { fetch: simulator.fetch })
  await expect(clock.advance('5 parsecs' as never)).rejects.toThrow(
    'Failed to call clock.advance: "advance" is "5 parsecs".',
  )
  await expect(chaos.set('lo' as never)).rejects.toMatchObject({
    name: 'ControlError',
    message: expect.stringMatching(/^Failed to call chaos\.set: It is "lo"/),
    status: 422,
  })
  await expect(db.deployments.create({ name: 7 as never })).rejects.toThrow(
    'Failed to call db.deployments.create: "name" is 7. Expected: text.',
  )
})

test('handlers of another copy of MSW are handlers, too', () => {
  const { info, run } = handler
  const simulator = setupSimulator({ handlers: [{ info, run } as never] })
  simulator.listen()
  onTestFinished(simulator.close)
})
