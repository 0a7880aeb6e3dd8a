import { test as base } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../src/index.ts'
import { serve } from '../../../src/server/index.ts'

/** A running server, as a client knows it. */
export interface StartedServer {
  url: string
  simulator: Simulator
}

/** A test that can start a server of the real service, with the clock of the machine and with credentials. */
export const serverTest = base.extend<{ start: (options?: SimulatorOptions) => Promise<StartedServer> }>({
  start: async ({}, use) => {
    const closing: (() => Promise<void>)[] = []
    await use(async (options) => {
      const simulator = createSimulator({ preset: 'langsmith', ...options })
      simulator.clock.run()
      const server = await serve(simulator, { port: 0 })
      closing.push(server.close)
      return { url: server.url, simulator }
    })
    for (const close of closing) await close()
  },
})
