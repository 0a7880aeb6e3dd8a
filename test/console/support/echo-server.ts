import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test as folderTest } from '../../support/folder.ts'

/** A request as it arrived. */
export interface Arrived {
  method: string
  url: string
  /** The values of the headers, as Node reads them, by their names as sent. */
  headers: Record<string, string>
  body: Buffer
}

interface EchoServer {
  url: string
  /** The requests so far. */
  arrived: Arrived[]
}

/** A test with a server that records what it receives. */
export const echoTest = folderTest.extend<{ server: EchoServer }>({
  server: async ({}, use) => {
    const arrived: Arrived[] = []
    const server = createServer(async (request, response) => {
      const { method = '', url = '', rawHeaders } = request
      const names = rawHeaders.filter((_, index) => index % 2 === 0)
      const headers = Object.fromEntries(names.map((name, index) => [name, rawHeaders[2 * index + 1] ?? '']))
      arrived.push({ method, url, headers, body: await buffer(request) })
      response.end('{}')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived })
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  },
})
