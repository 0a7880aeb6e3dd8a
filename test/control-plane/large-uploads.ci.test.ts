import { expect, test } from 'vitest'
import { serve } from '../../src/server/index.ts'
import { createCall, createService, findOne } from '../support/control-plane.ts'

const GZIP = { 'content-type': 'application/gzip' }

/** Starts a server, and an upload to it. */
async function openUpload() {
  const simulator = createService()
  const server = await serve(simulator, { port: 0 })
  const { id } = findOne(simulator, { source: 'internal_source' })
  const { body } = await createCall(fetch, server.url)(`POST /v2/deployments/${id}/upload-url`)
  return { simulator, server, url: body.upload_url as string }
}

test('a server takes a file that is larger than any other body may be', async () => {
  const { simulator, server, url } = await openUpload()
  const chunk = new Uint8Array(1024 * 1024)
  const chunks = new ReadableStream({
    pull(controller) {
      if (sent === 50) return controller.close()
      sent += 1
      controller.enqueue(chunk)
    },
  })
  let sent = 0
  const init = { method: 'PUT', headers: GZIP, body: chunks, duplex: 'half' }
  expect((await fetch(url, init as RequestInit)).status).toBe(200)
  expect(simulator.db.uploads.list()[0]?.size).toBe(50 * 1024 * 1024)
  await server.close()
})

test('a server rejects a file of more than 200 MB by its announced length', async () => {
  const { server, url } = await openUpload()
  const { status, text } = await announce(url, 200 * 1024 * 1024 + 1)
  expect([status, text]).toEqual([413, '{"detail":"The file is larger than 209715200 bytes."}'])
  await server.close()
})

/** Announces a body, and sends nothing of it. */
async function announce(url: string, length: number): Promise<{ status: number | undefined; text: string }> {
  const { request } = await import('node:http')
  const { text } = await import('node:stream/consumers')
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { ...GZIP, 'content-length': length } })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const received = await text(response)
      sent
        .removeAllListeners('error')
        .on('error', () => undefined)
        .destroy()
      resolve({ status: response.statusCode, text: received })
    })
    sent.flushHeaders()
  })
}
