import { openSync, readSync } from 'node:fs'

/** Creates what reads how many milliseconds of CPU time this process has taken. */
export function createCpuClock() {
  const readOfMainThread = openSchedule()
  return readOfMainThread ?? readOfProcess
}

// Linux tells what the main thread alone takes, without those that collect garbage beside it.
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
