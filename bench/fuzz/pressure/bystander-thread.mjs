// A client that sends a small request again and again while others attack, and watches the process. It
// has a thread of its own, so that it measures the server and not the fuzz.
import { readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readResident, readThreadTime } from './process-figures.mjs'

const { port, pid, every, patience } = workerData
const OPTIONS = {
  port,
  host: '127.0.0.1',
  path: '/v2/auth/providers',
  headers: { 'x-api-key': 'bystander' },
  agent: false,
}

hurry()
let isOver = false
parentPort.once('message', () => {
  isOver = true
})
setInterval(() => parentPort.postMessage({ resident: readResident(pid) }), every / 2).unref()

while (!isOver) {
  const begun = performance.now()
  const working = readThreadTime(pid)
  const status = await ask()
  const wall = performance.now() - begun
  // The wall clock alone would count the time in which the machine is busy with something else.
  const worked = Math.min(wall, (readThreadTime(pid) ?? Number.POSITIVE_INFINITY) - (working ?? 0))
  parentPort.postMessage({ status, wall, worked })
  if (status === 'timeout') break
  await wait(every)
}
process.exit()

function ask() {
  return new Promise((resolve) => {
    const asked = request({ ...OPTIONS, timeout: patience }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
      response.on('error', ({ code }) => resolve(code))
    })
    asked.on('timeout', () => {
      resolve('timeout')
      asked.destroy()
    })
    asked.on('error', ({ code }) => resolve(code))
    asked.end()
  })
}

// On a busy machine, this thread would wait for the processor, and the program would work meanwhile for others. Only
// Linux has a priority for each thread, and only some may raise it.
function hurry() {
  try {
    const [, thread] = /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))
    setPriority(Number(thread), constants.priority.PRIORITY_HIGHEST)
  } catch {
    // Then its figures may be too high.
  }
}
