import { expect, test } from 'vitest'
import { controlOperationsOf } from '../../src/engine/control/control-operations.ts'
import { ControlError } from '../../src/entries/client/index.ts'
import { CALLS, type Call, collectionCalls, ownCalls } from '../../src/entries/client/remote/calls.ts'
import { createClient } from '../../src/entries/client/remote/create-client.ts'
import { createSimulator } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'
import { CALLS as VALID } from '../support/calls.ts'
import { listFunctions } from '../support/public-functions.ts'

const BAD = ['', '.', '..', '\ud800', 'x\udc00', 'x'.repeat(70_000), 'é'.repeat(2000)]
// None of them is more than one segment.
const STRANGE = ['/', '%2e%2e', '../faults', ' ', '\0', '?', '#', '%', '💥', '...', 'x'.repeat(1000)]

/** The methods whose first argument becomes a part of a path. */
const named = Object.entries<Readonly<Record<string, Call>>>({
  ...Object.fromEntries(Object.entries(CALLS).map(([part, calls]) => [`client.${part}`, calls])),
  'client.db.*': collectionCalls('deployments'),
  client: ownCalls as Readonly<Record<string, Call>>,
}).flatMap(([part, calls]) =>
  Object.entries(calls).flatMap(([name, call]) => {
    const { sends = '' } = typeof call === 'string' ? { sends: call } : call
    return sends.includes('{') && !sends.includes('/requests/') ? [`${part}.${name}`] : []
  }),
)

/** Calls a method of a client that sends nothing to a server. @returns the paths of its requests */
async function call(name: string, text: string): Promise<string[]> {
  const paths: string[] = []
  const client = createClient('http://any.test', {
    fetch: (url) => {
      paths.push(new URL(String(url)).pathname)
      return Promise.resolve(Response.json({}))
    },
  })
  const found = listFunctions('client', client).find((each) => each.name === name)
  const [, ...rest] = (VALID[name] ?? []).map(({ valid }) => valid)
  await Reflect.apply(found?.call ?? expect.fail(name), undefined, [text, ...rest])
  return paths
}

test.for(named)('%s sends no request if its name cannot be a segment of a path', async (name) => {
  for (const text of BAD) {
    const error: unknown = await call(name, text).then(
      () => undefined,
      (thrown) => thrown,
    )
    expect(error, JSON.stringify(text)).toBeInstanceOf(ControlError)
    const place = name.replace('client.', '').replace('*', '\\w+')
    expect(String(error)).toMatch(new RegExp(`^ControlError: Failed to call ${place}: "\\w+" is "`))
  }
})

test.for(named)('%s sends any other name as one segment', async (name) => {
  const [template = ''] = await call(name, 'plain')
  for (const text of STRANGE)
    expect(await call(name, text)).toEqual([template.replaceAll('plain', encodeURIComponent(text))])
})

test('a client refuses to be one for a session that no path can name', () => {
  for (const session of BAD) expect(() => createClient('http://any.test', { session })).toThrow(ControlError)
})

const paths = controlOperationsOf(service).flatMap(({ template }) =>
  template.endsWith('}') ? [template.replace(/\{\w+\}$/, '').replace('{resource}', 'deployments')] : [],
)

test.for([...new Set(paths)])('nothing is done at %s, where a name is missing', async (path) => {
  const simulator = createSimulator({ baseUrl: 'https://any.test' })
  simulator.faults.add({ status: 503, times: 1 })
  for (const method of ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'])
    for (const slashes of ['', '/']) {
      const url = `https://any.test/_simulator${path}${slashes}`
      const response = await simulator.fetch(url, { method, body: method === 'GET' ? null : '{}' })
      expect([method, response.status, (await response.json()).error.message]).toEqual([
        method,
        404,
        `Failed to ${method} /_simulator${path}${slashes}: there is no id or name after the last slash. Add it, or leave out the slash to mean all.`,
      ])
    }
  expect(simulator.faults.list()).toHaveLength(1)
})
