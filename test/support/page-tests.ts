import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import axios, { isAxiosError } from 'axios'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { test as base, expect, vi } from 'vitest'
import { type NodeSimulator, setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator, type FaultInput } from '../../src/index.ts'
import { isMsw2, listenStrictly } from './msw-version.ts'

/** The result of a request: the number of deployments in the list, or how it failed. */
type ClientResult = number | 'no JSON' | 'network error' | 'timeout'

const LIST = 'http://deploymock.test/v2/deployments'

const countIn = (text: string): ClientResult => {
  try {
    return JSON.parse(text).resources.length
  } catch {
    return 'no JSON'
  }
}

/** The clients, each with its timeout in milliseconds. 0 is none. */
const clients: Record<string, (timeout: number) => Promise<ClientResult>> = {
  axios: async (timeout) => {
    try {
      const { data } = await axios.get(LIST, { timeout })
      return countIn(typeof data === 'string' ? data : JSON.stringify(data))
    } catch (error) {
      if (!isAxiosError(error)) throw error
      return error.code === 'ECONNABORTED' ? 'timeout' : 'network error'
    }
  },
  fetch: async (timeout) => {
    try {
      const options = timeout > 0 ? { signal: AbortSignal.timeout(timeout) } : {}
      return countIn(await (await fetch(LIST, options)).text())
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'timeout' : 'network error'
    }
  },
  XMLHttpRequest: (timeout) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      const ended: string[] = []
      request.onload = () => ended.push('load')
      request.onerror = () => ended.push('error')
      request.ontimeout = () => ended.push('timeout')
      request.onloadend = () => {
        const [how, ...others] = ended
        expect(others).toEqual([])
        resolve(how === 'load' ? countIn(request.responseText) : how === 'timeout' ? how : 'network error')
      }
      request.open('GET', LIST)
      request.timeout = timeout
      request.send()
    }),
}

const operation = 'listDeployments'
const rows: [name: string, expected: ClientResult, fault?: FaultInput][] = [
  ['no fault', 3],
  ['a delay without a timeout', 3, { operation, delay: 20 }],
  ['a reset before the response', 'network error', { operation, effect: { kind: 'reset', when: 'before' } }],
  ['a reset during the body', 'network error', { operation, effect: { kind: 'reset', when: 'during' } }],
  ['a length that is too long', 'network error', { operation, effect: { kind: 'wrong-length', by: 10 } }],
  ['a length that is too short', 'no JSON', { operation, effect: { kind: 'wrong-length', by: -10 } }],
  ['a truncated body', 'no JSON', { operation, effect: 'truncate' }],
  ['a malformed body', 'no JSON', { operation, effect: 'malformed' }],
  ['a stall', 'timeout', { operation, effect: 'stall' }],
  ['a delay', 'timeout', { operation, delay: 60_000 }],
]

/** The differences between the environments. */
export interface PageTraits {
  /** Whether its own XMLHttpRequest supports `timeout`. */
  keepsTimeout: boolean
}

/** Defines the tests that the clients of a simulated page get the same results as in a browser. */
export function definePageTests({ keepsTimeout }: PageTraits): void {
  const test = base.extend<{ simulator: NodeSimulator }>({
    simulator: async ({}, use) => {
      // The environment may print the errors of its XMLHttpRequest.
      const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const simulator = setupSimulator({ deployments: 3 })
      simulator.listen()
      await use(simulator)
      simulator.close()
      print.mockRestore()
    },
  })
  const cases = Object.entries(clients).flatMap(([client, send]) =>
    rows.map(([what, expected, fault]) => ({ client, send, what, expected, fault })),
  )

  test.for(cases)(
    '$client reports $what as $expected',
    async ({ client, send, expected, fault }, { simulator, skip }) => {
      skip(expected === 'timeout' && client !== 'fetch' && !keepsTimeout, 'the environment knows no timeout')
      simulator.clock.run()
      if (fault !== undefined) simulator.faults.add(fault)
      expect(await send(expected === 'timeout' ? 50 : 0)).toBe(expected)
      simulator.faults.clear()
      expect(await send(0)).toBe(3)
      // The journal records a request when it gets its response.
      expect(simulator.requests.list()).toHaveLength(2)
    },
  )

  // In MSW 3, a page needs CORS headers, which `simulator.handlers` do not add.
  test.runIf(isMsw2).for(cases)(
    '$client reports $what as $expected with simulator.handlers',
    async ({ send, expected, fault }) => {
      const { handlers, faults, clock } = createSimulator({ deployments: 3, baseUrl: 'http://deploymock.test' })
      const server = setupServer(...handlers)
      listenStrictly(server)
      clock.run()
      if (fault !== undefined) faults.add(fault)
      expect(await send(expected === 'timeout' ? 50 : 0)).toBe(expected)
      server.close()
    },
  )

  test.runIf(keepsTimeout)(
    'an XMLHttpRequest that is aborted gets its events, and the journal says so',
    async ({ simulator }) => {
      const operation = 'listDeployments'
      simulator.faults.add({ operation, delay: 1000 })
      const request = new XMLHttpRequest()
      const seen: string[] = []
      for (const type of ['readystatechange', 'abort', 'load', 'error', 'timeout', 'loadend']) {
        request.addEventListener(type, () => seen.push(type))
      }
      request.onabort = () => seen.push('onabort')
      request.open('GET', LIST)
      seen.length = 0
      request.send()
      await simulator.requests.waitFor(operation, { state: 'pending' })
      request.abort()
      simulator.clock.advance(1000)
      await vi.waitFor(() => expect(simulator.requests.list({ operation })).toMatchObject([{ state: 'aborted' }]))
      expect([request.readyState, request.status, seen.sort()]).toEqual([
        0,
        0,
        ['abort', 'loadend', 'onabort', 'readystatechange'],
      ])
    },
  )

  test("a creation with a JSON body gets the service's response", async ({ simulator }) => {
    const response = await axios.post(LIST, { name: 'checkout' }, { validateStatus: () => true })
    expect(response.status).toBe(422)
    expect(response.data.detail).toEqual(expect.any(Array))
    expect(simulator.requests.list().map(({ method }) => method)).toEqual(['POST'])
  })

  test('a WebSocket reaches its server', async ({ simulator }) => {
    const network = createServer().on('upgrade', (_, socket) => socket.end('HTTP/1.1 418 No\r\n\r\n'))
    network.listen(0, '127.0.0.1')
    await once(network, 'listening')
    const upgraded = once(network, 'upgrade')
    const socket = new WebSocket(`ws://127.0.0.1:${(network.address() as AddressInfo).port}`)
    await upgraded
    await new Promise((resolve) => socket.addEventListener('close', resolve))
    network.close()
    expect(simulator.requests.list()).toEqual([])
  })

  test.for(['before', 'after'])(
    'another MSW server that listens %s the simulator answers its own requests',
    async (order, { simulator }) => {
      const headers = { 'access-control-allow-origin': '*' }
      const server = setupServer(http.all('http://billing.test/', () => HttpResponse.text('paid', { headers })))
      if (order === 'before') simulator.close()
      listenStrictly(server)
      simulator.listen()
      for (const send of Object.values(clients)) expect(await send(0)).toBe(3)
      expect((await axios.get('http://billing.test/')).data).toBe('paid')
      expect(simulator.requests.list()).toHaveLength(3)
      server.close()
      for (const send of Object.values(clients)) expect(await send(0)).toBe(3)
    },
  )
}
