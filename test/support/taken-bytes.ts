// How many bytes something takes in memory, without garbage.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const COLLECTIONS = 2

/** Returns how many bytes are in use. */
export function readTakenBytes(): number {
  // What a finalizer frees is only collected the next time.
  for (let count = 0; count < COLLECTIONS; count += 1) collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
