import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const THREAD = new URL('bystander-thread.mjs', import.meta.url)
// How long a small request may take before the program is ended.
const HANGING = 30_000

/**
 * Starts a bystander of an attack on a program.
 *
 * @param every how many milliseconds it waits between its requests
 * @param onSample called with each of its figures: how long a request took, or the resident memory
 * @returns a function that stops it and returns what it has seen
 */
export function startBystander({ port, child }, every, onSample = () => undefined) {
  const seen = { walls: [], worked: 0, rejected: [], isHanging: false, resident: 0 }
  const worker = new Worker(THREAD, { workerData: { port, pid: child.pid, every, patience: HANGING } })
  const ended = once(worker, 'exit')
  worker.on('message', (sample) => {
    record(seen, sample)
    onSample(seen)
  })
  return async () => {
    worker.postMessage('stop')
    await ended
    return summarize(seen)
  }
}

function record(seen, { resident, status, wall, worked }) {
  if (status === undefined) {
    seen.resident = Math.max(seen.resident, resident ?? 0)
    return
  }
  seen.walls.push(wall)
  seen.worked = Math.max(seen.worked, worked)
  if (status === 'timeout') seen.isHanging = true
  else if (status !== 200) seen.rejected.push(status)
}

function summarize({ walls, ...seen }) {
  const sorted = walls.toSorted((a, b) => a - b)
  return {
    ...seen,
    asked: sorted.length,
    longest: sorted.at(-1) ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}
