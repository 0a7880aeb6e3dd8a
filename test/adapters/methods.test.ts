import { METHODS } from 'node:http'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator as createAnswering } from '../../src/fetch.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { isMsw2 } from '../support/msw-version.ts'

interface Way {
  send(method: string): Promise<Response>
  close?: () => unknown
}

const BASE = 'http://deploymock.test'
const PATH = '/v2/deployments'

const ways: Record<string, () => Way | Promise<Way>> = {
  'simulator.fetch': () => ({ send: (method) => createSimulator().fetch(PATH, { method }) }),
  'deploymock/fetch': () => ({ send: (method) => createAnswering().fetch(new Request(`${BASE}${PATH}`, { method })) }),
  'an intercepted fetch': () => {
    const simulator = setupSimulator({ unhandledRequests: 'answer' })
    simulator.listen()
    return { send: (method) => fetch(`${BASE}${PATH}`, { method }), close: () => simulator.close() }
  },
  'the handlers of a simulator': () => {
    const server = setupServer(...createSimulator({ baseUrl: BASE }).handlers)
    server.listen()
    return { send: (method) => fetch(`${BASE}${PATH}`, { method }), close: () => server.close() }
  },
  'a server': async () => {
    const { url, close } = await serve(createSimulator(), { port: 0 })
    return { send: (method) => fetch(`${url}${PATH}`, { method }), close }
  },
}

/** What a client gets for a method. With MSW 3, methods that are no HTTP do not get past MSW. */
const expected: Record<string, number> = {
  gEt: 200,
  delete: 405,
  patch: 400,
  Patch: 400,
  PATCH: 405,
  FOO: 400,
  'M-SEARCH': 405,
  "!#$%&'*+-.^_`|~": 400,
  // The oldest Node does not know it.
  ...(METHODS.includes('QUERY') && { QUERY: 405 }),
}
const bodies: Record<number, string> = {
  200: '{"resources":',
  400: 'Invalid HTTP request received.',
  405: '{"detail":"Method Not Allowed"}',
}

for (const [name, open] of Object.entries(ways)) {
  const passesAll = isMsw2 || !/intercepted|handlers/.test(name)

  test.for(Object.entries(expected).filter(([, status]) => status !== 400 || passesAll))(
    `the method %s gets %i through ${name}`,
    async ([method, status]) => {
      const { send, close } = await open()
      const response = await send(method)
      const text = await response.text()
      await close?.()
      expect([response.status, text.slice(0, bodies[status]?.length)]).toEqual([status, bodies[status]])
      if (status === 400) expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    },
  )
}

test.runIf(isMsw2)('a method that is no HTTP does not count as unhandled', async () => {
  const simulator = setupSimulator()
  simulator.listen()
  expect((await fetch(`${BASE}${PATH}`, { method: 'patch' })).status).toBe(400)
  expect(() => simulator.close()).not.toThrow()
})
