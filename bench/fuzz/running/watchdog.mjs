// Loaded into the program under test by `--import`. It tells the parent about every stretch of
// work that kept the event loop from anything else, and which connection the work was for.
import { subscribe } from 'node:diagnostics_channel'

const LEAST_MILLISECONDS = 25
const BEAT_MILLISECONDS = 20

const open = new Map()
let begun = { at: performance.now(), cpu: process.cpuUsage(), port: undefined }
let isAwaitingIdle = false

// The wall clock alone would blame the program for a machine that is busy with something else.
function mark(port) {
  const now = performance.now()
  if (now - begun.at > LEAST_MILLISECONDS) {
    const { user, system } = process.cpuUsage(begun.cpu)
    const milliseconds = Math.min(now - begun.at, (user + system) / 1000)
    if (milliseconds > LEAST_MILLISECONDS) report(milliseconds)
  }
  begun = { at: now, cpu: process.cpuUsage(), port }
}

function report(milliseconds) {
  const ports = begun.port === undefined ? [...open.values()] : [begun.port]
  process.send?.({ milliseconds, ports })
}

function markIdle() {
  isAwaitingIdle = false
  mark(undefined)
}

function follow(port) {
  mark(port)
  if (isAwaitingIdle) return
  isAwaitingIdle = true
  setImmediate(markIdle)
}

subscribe('http.server.request.start', ({ request, socket }) => {
  const { remotePort: port } = socket
  if (!open.has(socket)) socket.once('close', () => open.delete(socket))
  open.set(socket, port)
  follow(port)
  request.prependOnceListener('end', () => follow(port))
})

setInterval(markIdle, BEAT_MILLISECONDS).unref()
process.channel?.unref()
