import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type * as MswNode from 'msw/node'
import { test as base, expect, vi } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { isMsw2 } from '../support/msw-version.ts'

// MSW 2 exists in two module formats, and this is not the one that `import` loads. Copies of MSW 3
// work together.
const test = base.skipIf(!isMsw2)

function setupOther() {
  const require = createRequire(import.meta.url)
  const { setupServer } = require(join(require.resolve('msw/package.json'), '../lib/node/index.js')) as typeof MswNode
  return setupServer()
}

test('another copy of MSW that already listens makes listen() throw an error that says what to do', () => {
  const server = setupOther()
  const simulator = setupSimulator()
  server.listen()
  expect(simulator.listen).toThrow(
    'Failed to listen: another copy of MSW already intercepts the requests of this process, and two copies do not work together. Install a single copy (`npm ls msw` lists them), or close that server and pass its handlers as "handlers".',
  )
  server.close()
  expect(simulator.listen).not.toThrow()
  simulator.close()
})

test('another copy of MSW that starts to listen later throws instead of never receiving a request', async () => {
  const server = setupOther()
  const simulator = setupSimulator()
  simulator.listen()
  expect(() => server.listen()).toThrow('or pass the handlers to deploymock as "handlers".')
  expect((await fetch(`${simulator.url}/v2/deployments`)).status).toBe(200)
  simulator.close()
})

// What copies of MSW before 2.13 do when they listen: they replace `fetch`, and store what does it under a symbol of
// their own.
function listenAsOld(): { close(): void } {
  const symbol = Symbol('setup-server')
  const replaced = globalThis.fetch
  Object.assign(globalThis, { [symbol]: {}, fetch: async () => new Response('theirs') })
  return {
    close() {
      Reflect.deleteProperty(globalThis, symbol)
      globalThis.fetch = replaced
    },
  }
}

// What a copy of MSW 3 does when it listens: it replaces what connects sockets.
function listenAsNew(): { close(): void } {
  const { connect } = Socket.prototype
  Socket.prototype.connect = new Proxy(connect, {})
  return {
    close() {
      Socket.prototype.connect = connect
    },
  }
}

test('a copy of MSW 3 that already listens makes listen() throw an error, until it is closed', () => {
  const { connect } = Socket.prototype
  Socket.prototype.connect = function intercept(this: Socket, ...given: unknown[]) {
    return Reflect.has(globalThis, '__MSW_INTERNAL_CONNECTION_CONTEXT') ? this : Reflect.apply(connect, this, given)
  }
  const simulator = setupSimulator()
  expect(simulator.listen).toThrow('Failed to listen: another copy of MSW already intercepts the requests')
  Socket.prototype.connect = connect
  expect(simulator.listen).not.toThrow()
  simulator.close()
})

test.for([
  ['older', listenAsOld],
  ['newer', listenAsNew],
] as const)(
  '%s copies of MSW that start to listen later are reported, by the next boundary or verify',
  async ([, listen]) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const simulator = setupSimulator()
    simulator.listen()
    await simulator.boundary(() => undefined)
    expect(error).not.toHaveBeenCalled()
    for (const check of [
      () => simulator.verify(),
      () => simulator.boundary(() => undefined),
      () => simulator.close(),
    ]) {
      const other = listen()
      await check()
      other.close()
    }
    expect(error.mock.calls).toEqual(
      Array(3).fill([
        expect.stringContaining('Another copy of MSW has begun to intercept the requests of this process.'),
      ]),
    )
    error.mockRestore()
  },
)
