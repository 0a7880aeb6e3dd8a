import { expect, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { followLink } from '../support/follow-link.ts'
import { findLeaks, HEADERS, PATHS, plain, QUERIES } from '../support/planted-secrets.ts'
import { test } from './support/collector.ts'

test('neither the log nor the spans of a server have the secrets of requests', async ({ collector, start }) => {
  const logged: unknown[] = []
  const server = await start({ log: (entry) => logged.push(entry) })
  for (const query of QUERIES) await fetch(`${server.url}/v2/deployments?${query}`)
  for (const path of PATHS) await fetch(`${server.url}${path}`)
  for (const [name, value] of HEADERS) await fetch(`${server.url}/v2/deployments`, { headers: { [name]: value } })
  await server.close()
  expect(logged).toHaveLength(QUERIES.length + PATHS.length + HEADERS.length)
  expect(findLeaks(JSON.stringify([logged, collector.spans]))).toEqual([])
})

test('a signed link does not open from the log', async () => {
  const urls: string[] = []
  const token = 'sesame-7'
  const server = await serve(createSimulator(), { port: 0, token, log: ({ url }) => urls.push(url) })
  const link = await connect(server.url, { token }).createLink({ scenario: 'empty' })
  expect((await followLink(link.url, {})).status).toBe(303)
  await vi.waitFor(() => expect(urls.at(-1)).toContain('/_simulator/open?'))
  const shown = `${server.url}${urls.at(-1)}`
  expect((await followLink(shown, {})).status).toBe(403)
  await server.close()
})

const ADDRESSES = [
  `me:${plain}@localhost:1`,
  `me:x/${plain}@localhost`,
  `me:a b${plain}@localhost`,
  `${plain}@localhost`,
]

/** What takes an address, and says it in its error. */
const TAKING: Readonly<Record<string, (address: string) => unknown>> = {
  otlp: (address) => serve(createSimulator(), { port: 0, otlp: { url: `http://${address}` } }),
  'otlp of another kind': (address) => serve(createSimulator(), { port: 0, otlp: { url: `ftp://${address}` } }),
  'otlp with a parameter': () =>
    serve(createSimulator(), { port: 0, otlp: { url: `ftp://localhost/?api_key=${plain}` } }),
  state: (address) => serve(createSimulator(), { port: 0, state: `redis://${address}` }),
  publicUrl: (address) => serve(createSimulator(), { port: 0, publicUrl: `http://${address}` }),
  allowOrigins: (address) => serve(createSimulator(), { port: 0, allowOrigins: [`http://${address}/x`] }),
  baseUrl: (address) => createSimulator({ baseUrl: `ftp://${address}` }),
  connect: (address) => connect(`http://${address}`),
  'connect of another kind': (address) => connect(`ftp://${address}`),
}

test.for(Object.entries(TAKING).flatMap(([name, take]) => ADDRESSES.map((address) => [name, address, take] as const)))(
  'the error of %s does not tell the password of %s',
  async ([, address, take]) => {
    const error = await Promise.resolve()
      .then(() => take(address))
      .then(
        () => 'nothing was wrong',
        (error: Error) => String(error),
      )
    expect(error).toMatch(/^\w*Error: Failed to /)
    expect(findLeaks(error)).toEqual([])
  },
)
