import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

const MILLISECONDS = 3000
const HEAD = 'Host: localhost\r\nX-Api-Key: soak\r\n'
const AGAIN = 10_000
const PAGES = 100
const UNREAD = Buffer.from(`GET /v2/deployments?limit=20 HTTP/1.1\r\n${HEAD}\r\n`.repeat(PAGES))
const PACKED = gzipSync(Buffer.from(`[${'1,'.repeat(1_000_000)}1]`))
const HELD = Buffer.concat([
  Buffer.from(
    `POST /v2/deployments HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${PACKED.length}\r\n\r\n`,
  ),
  PACKED.subarray(0, -10),
])

/**
 * Opens connections of clients that misbehave: some request pages that they do not read, others hold
 * back the end of a compressed body. Each ends with a reset after a while, and another one begins.
 *
 * @returns a function that ends them all
 */
export function openAbuse(port, { unread, held }) {
  const sockets = new Set()
  let isOver = false
  const open = (bytes) => {
    if (isOver) return
    const socket = connect({ port, host: '127.0.0.1' }).pause()
    sockets.add(socket)
    socket.write(bytes)
    const timer = setTimeout(() => socket.resetAndDestroy(), MILLISECONDS * (0.5 + Math.random()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      sockets.delete(socket)
      setTimeout(open, AGAIN, bytes).unref()
    })
  }
  for (let left = unread; left > 0; left -= 1) open(UNREAD)
  for (let left = held; left > 0; left -= 1) open(HELD)
  return () => {
    isOver = true
    for (const socket of sockets) socket.destroy()
  }
}
