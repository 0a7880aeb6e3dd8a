import { createServer } from 'node:net'
import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { test as base } from '../support/folder.ts'
import { createSelfSigned } from '../support/self-signed.ts'

const test = base.extend<{ start: (options?: ServeOptions) => Promise<string> }>({
  start: async ({}, use) => {
    const closing: (() => Promise<void>)[] = []
    await use(async (options) => {
      const server = await serve(createSimulator(), { port: 0, ...options })
      closing.push(server.close)
      return server.url
    })
    for (const close of closing) await close()
  },
})

const read = (url: string) => connect(url).clock.read()

test('a client says that a certificate is not trusted, and what to set', async ({ start, folder }) => {
  const { cert, key } = createSelfSigned()
  const tls = { cert: await folder.write('cert.pem', cert), key: await folder.write('key.pem', key) }
  const url = await start({ tls })
  await expect(read(url)).rejects.toThrow(
    /its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
  )
  await expect(read(url.replace('https:', 'http:'))).rejects.toThrow('whether it has to begin with https:// or http://')
})

test('a client of HTTPS says that a server speaks HTTP', async ({ start }) => {
  const url = await start()
  await expect(read(url.replace('http:', 'https:'))).rejects.toThrow(
    'it does not speak HTTPS. Check whether the URL has to begin with https:// or http://.',
  )
})

test('a client says that a server closes the connection, and that an unknown host is unknown', async () => {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await expect(read(`http://127.0.0.1:${port}`)).rejects.toThrow(/It closed the connection\. Check the URL/)
  await new Promise((resolve) => server.close(resolve))
  await expect(read(`http://127.0.0.1:${port}`)).rejects.toThrow(/no server responded \(.*\)\. Start one/)
  await expect(read('http://nobody.invalid')).rejects.toThrow('its host name is unknown. Check the URL.')
})
