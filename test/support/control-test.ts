import { test as base } from 'vitest'
import { type ConnectOptions, connect, type RemoteSimulator } from '../../src/entries/client/index.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { type RunningServer, type ServeOptions, serve } from '../../src/server/index.ts'
import { checkedFetch } from './checked-fetch.ts'

interface Started {
  simulator: Simulator
  server: RunningServer
  remote: RemoteSimulator
}

interface StartOptions {
  simulator?: SimulatorOptions
  server?: ServeOptions
  client?: ConnectOptions
}

/** Tests with their own server and a connection to it. Every response is validated against the document. */
export const test = base.extend<{ start: (options?: StartOptions) => Promise<Started> }>({
  start: async ({}, use) => {
    const servers: RunningServer[] = []
    await use(async ({ simulator: options, server: serverOptions, client } = {}) => {
      const simulator = createSimulator(options)
      const server = await serve(simulator, { port: 0, ...serverOptions })
      servers.push(server)
      return { simulator, server, remote: connect(server.url, { fetch: checkedFetch, ...client }) }
    })
    for (const server of servers) await server.close()
  },
})
