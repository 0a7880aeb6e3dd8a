import { test as base } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { type Call, createCall, createService, type Fields } from './control-plane.ts'

interface ServedService {
  simulator: Simulator
  /** The URL that the client is configured with. */
  url: string
  /** Sends a request with the client's credentials. */
  call: Call
  /**
   * Reads a revision until it has ended, as clients do. Instead of waiting, it moves the clock.
   *
   * @param ended the statuses that end it for this client
   */
  poll(path: string, options: { everySeconds: number; forSeconds: number; ended: readonly string[] }): Promise<Fields>
}

/** Tests with a server on a free port that requires credentials, as the real service does. */
export const clientTest = base.extend<{ service: ServedService }>({
  service: async ({}, use) => {
    const simulator = createService({ assumptions: { authentication: 'apiKeyOrBearer' } })
    const { url, close } = await serve(simulator, { port: 0 })
    const send = createCall(fetch, url)
    const call: Call = (request, body, headers) =>
      send(request, body, { 'x-api-key': 'lsv2_key', 'x-tenant-id': 'workspace', ...headers })
    await use({
      simulator,
      url,
      call,
      async poll(path, { everySeconds, forSeconds, ended }) {
        for (let waited = 0; waited < forSeconds; waited += everySeconds) {
          const { body } = await call(`GET ${path}`)
          if (ended.includes(body.status)) return body
          simulator.clock.advance(everySeconds * 1000)
        }
        throw new Error(`${path} did not end within ${forSeconds} seconds`)
      },
    })
    await close()
  },
})
