import { test as base, type TestAPI } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { type Adapter, adapters, type OpenDoor } from './adapters.ts'
import { isFull } from './scope.ts'

interface Fixtures {
  /** Opens the adapter to a simulator, and closes it after the test. */
  open: (options?: SimulatorOptions) => Promise<OpenDoor>
}

// One of each kind: in process, intercepted, and served without and with Express.
const TYPICAL = new Set(['simulator.fetch', 'msw/node with a base URL', 'serve', 'createApp in another Express app'])

/** The adapters that behaviour is tested through: all of them, or one of each kind. */
const chosen = isFull ? adapters : adapters.filter(({ name }) => TYPICAL.has(name))

/** Defines the same tests for several adapters, each test with its own simulator. Their titles name the adapter. */
export function forEachAdapter(define: (test: TestAPI<Fixtures>, adapter: Adapter) => void, among = chosen): void {
  for (const adapter of among) {
    const test = base.extend<Fixtures>({
      open: async ({}, use) => {
        const opened: OpenDoor[] = []
        await use(async (options) => {
          const each = await adapter.open(options)
          opened.push(each)
          return each
        })
        for (const each of opened) await each.close()
      },
    })
    define(test as unknown as TestAPI<Fixtures>, adapter)
  }
}
