import { expect, test } from 'vitest'
import { createRemote } from '../../src/client/remote/create-remote.ts'
import { controlOperationsOf } from '../../src/engine/control/control-operations.ts'
import { service } from '../../src/service/service.ts'
import { CALLS } from '../support/calls.ts'
import { listFunctions } from '../support/public-functions.ts'

// People open links, and the others are for programs that know nothing of the client.
const WITHOUT_METHOD = ['openLink', 'getDocument', 'getHealth', 'getMetrics']

const operations = controlOperationsOf(service).map(({ name, method, template }) => ({
  name,
  pattern: new RegExp(`^${method} ${template.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Calls every method of a client, and returns the first request of each: `GET /faults`. */
function collectRequests(): string[] {
  const requests: string[] = []
  const client = createRemote('http://any.test', {
    // Nothing responds, so no method sends a second request.
    fetch: (url, init) => {
      const path = new URL(String(url)).pathname.replace(/^(?:\/_s\/[^/]+)?\/_simulator/, '')
      requests.push(`${init?.method} ${path}`)
      return new Promise(() => undefined)
    },
  })
  for (const { name, call } of listFunctions('client', client)) {
    const given = (CALLS[name] ?? []).map(({ valid }) => valid)
    const act = async () => Reflect.apply(call, undefined, given)
    // A method that needs other arguments has sent nothing, which the tests see.
    act().catch(() => undefined)
  }
  return requests
}

const requests = collectRequests()

test('every operation of the control API has a method of the client', () => {
  const missing = operations.filter(({ pattern }) => !requests.some((each) => pattern.test(each)))
  expect(
    missing.map(({ name }) => name),
    'Add a method for each new operation to the file of its subject in src/client/remote, such as own-methods.ts, with valid arguments in test/support/calls.ts.',
  ).toEqual(WITHOUT_METHOD)
})

test('every request of the client has an operation of the control API', () => {
  const unknown = requests.filter((each) => !operations.some(({ pattern }) => pattern.test(each)))
  expect(
    unknown,
    'List the operations for these requests in src/engine/control/control-operations.ts, or correct the paths in src/client/remote.',
  ).toEqual([])
})
