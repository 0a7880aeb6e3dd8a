import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { serveTest } from '../support/serve-test.ts'

serveTest.for([
  ['127.0.0.1', 'http://127.0.0.1:PORT', 'http://127.0.0.1:PORT'],
  ['127.1', 'http://127.0.0.1:PORT', 'http://127.0.0.1:PORT'],
  ['0', 'http://0.0.0.0:PORT', 'http://localhost:PORT'],
  ['0.0.0.0', 'http://0.0.0.0:PORT', 'http://localhost:PORT'],
  ['::', 'http://[::]:PORT', 'http://localhost:PORT'],
  ['[::]', 'http://[::]:PORT', 'http://localhost:PORT'],
  ['0:0::0', 'http://[::]:PORT', 'http://localhost:PORT'],
  ['::1', 'http://[::1]:PORT', 'http://[::1]:PORT'],
  ['[::1]', 'http://[::1]:PORT', 'http://[::1]:PORT'],
  ['::1%lo', 'http://[::1]:PORT', 'http://[::1]:PORT'],
  ['::ffff:127.0.0.1', 'http://[::ffff:7f00:1]:PORT', 'http://[::ffff:7f00:1]:PORT'],
  ['localhost', 'http://localhost:PORT', 'http://localhost:PORT'],
  ['LocalHost', 'http://localhost:PORT', 'http://localhost:PORT'],
] as const)('--host %s listens on %s, and names %s for people', async ([host, listensOn, shown], { start }) => {
  const { url, out, printed } = await start('--host', host)
  await printed(/^Press/)
  const [, port = ''] = /:(\d+)$/.exec(url) ?? []
  expect(url).toBe(listensOn.replace('PORT', port))
  expect(out.find((line) => line.startsWith('Console: '))).toContain(`${shown.replace('PORT', port)}/_simulator/`)
  expect((await fetch(`${shown.replace('PORT', port)}/v2/auth/providers`)).status).toBe(200)
})

const REFUSED = [
  'http://127.0.0.1',
  '127.0.0.1:4010',
  '[::1]:4010',
  'localhost:80',
  'a/b',
  'a b',
  'user@host',
  '::1::',
  '%61',
]

test.for(['', ...REFUSED, '192.0.2.1', '2001:db8::1', 'nowhere.invalid'])(
  '"%s" is no host to listen on',
  async (host) => {
    await expect(serve(createSimulator({ scenario: 'empty' }), { host, port: 0 })).rejects.toThrow(
      `Failed to listen on ${host}:0: not an address of this machine. Choose one with --host (in code "host"), such as 127.0.0.1 or 0.0.0.0.`,
    )
  },
)

test.for(['::1', '[::1]', 'mock.test', 'MOCK.test', '127.0.0.1'])('--allow-host takes %s', async (allowed) => {
  const server = await serve(createSimulator({ scenario: 'empty' }), { port: 0, allowHosts: [allowed] })
  await server.close()
})
