import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, get } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { PROXIES } from './support/proxies.ts'
import { test } from './support/shared-test.ts'

const LINKS = 1000
const AT_ONCE = 10
const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })

/** Reads a page through the proxy, whose host name leads nowhere. */
async function read(url: string) {
  const { host, port, pathname, search } = new URL(url)
  const headers = { host, accept: 'text/html' }
  const asked = get({ host: '127.0.0.1', port, path: pathname + search, headers, agent })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, body: await text(response) }
}

/** Follows redirects to the page at their end. */
async function open(url: string): Promise<{ url: string; status: number | undefined; body: string }> {
  const { location, ...page } = await read(url)
  return location === undefined ? { ...page, url } : open(new URL(location, url).href)
}

test.for(PROXIES.map((program) => [program.name, program] as const))(
  'behind TLS and a path of %s, 1,000 signed links lead to sessions on all instances',
  async ([, program], { shareWithTls }) => {
    const { url, instances, listSessions } = await shareWithTls(program)
    const [first] = instances
    // Each has a world of its own, because a server with many sessions from links ends the older ones of the same link.
    const make = async (seed: number) =>
      (
        await first?.remote.createLink({
          scenario: 'empty',
          seed,
          ...(seed % 2 === 0 ? {} : { session: `demo-${seed}` }),
        })
      )?.url ?? ''
    const opened: Awaited<ReturnType<typeof open>>[] = []
    for (let index = 0; index < LINKS; index += AT_ONCE) {
      const links = await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => make(index + offset)))
      for (const link of links) expect(link.startsWith(`${url}/`)).toBe(true)
      opened.push(...(await Promise.all(links.map(open))))
    }
    const failed = opened.filter(({ status, body }) => status !== 200 || !body.includes(`<code>${url}/_s/`))
    expect([opened.length, failed]).toEqual([LINKS, []])
    for (const names of await listSessions()) expect(names.length).toBeGreaterThan(20)
  },
)
