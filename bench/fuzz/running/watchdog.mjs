// Loaded into the program under test with `--import`. It reports every stretch of work that blocked
// the event loop to the parent, with the connection that the work was for. Asked by the parent, it
// collects the garbage and reports what is left.
import { subscribe } from 'node:diagnostics_channel'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCpuClock } from './cpu-clock.mjs'

const LEAST_MILLISECONDS = 25
const BEAT_MILLISECONDS = 20

const open = new Map()
const readCpu = createCpuClock()
let begun = { at: performance.now(), cpu: readCpu(), port: undefined }
let isAwaitingIdle = false

// The wall clock alone would count the time in which the machine is busy with something else.
function mark(port) {
  const at = performance.now()
  const cpu = readCpu()
  const milliseconds = Math.min(at - begun.at, cpu - begun.cpu)
  if (milliseconds > LEAST_MILLISECONDS) report(milliseconds)
  begun = { at, cpu, port }
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
process.on('message', () => process.send(takeMemory()))
process.channel?.unref()
// If only the parent is ended, this process ends, too.
process.once('disconnect', () => process.exit())

function takeMemory() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { taken: heapUsed + external, resident: rss }
}
