import { openSync, readSync } from 'node:fs'

/** Creates a function that returns the CPU time of this process in milliseconds. */
export function createCpuClock() {
  const readOfMainThread = openSchedule()
  return readOfMainThread ?? readOfProcess
}

// Linux reports the time of the main thread alone, without the garbage collection threads.
function openSchedule() {
  try {
    const file = openSync('/proc/self/schedstat')
    const buffer = Buffer.alloc(100)
    const read = () =>
      Number.parseInt(buffer.latin1Slice(0, readSync(file, buffer, 0, buffer.length, 0)), 10) / 1_000_000
    return Number.isNaN(read()) ? undefined : read
  } catch {
    return undefined
  }
}

function readOfProcess() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
