import { test as base, describe, type TestAPI } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { type Adapter, adapters, type OpenDoor } from './adapters.ts'

interface Fixtures {
  /** Opens the adapter to a simulator, and closes it after the test. */
  open: (options?: SimulatorOptions) => Promise<OpenDoor>
}

/** Runs the same tests through every adapter, each with its own simulator. */
export function describeAdapters(title: string, define: (test: TestAPI<Fixtures>, adapter: Adapter) => void): void {
  describe.each(adapters.map((adapter) => ({ adapter, name: adapter.name })))(
    `${title} through $name`,
    ({ adapter }) => {
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
    },
  )
}
