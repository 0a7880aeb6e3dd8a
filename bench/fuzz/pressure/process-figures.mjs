import { readFileSync } from 'node:fs'

const NANOSECONDS = 1_000_000

/** The resident memory of a process in bytes. Only Linux tells; elsewhere it is undefined. */
export function readResident(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '') ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** The CPU time of the main thread of a process in milliseconds. Only Linux tells. */
export function readThreadTime(pid) {
  const text = read(`/proc/${pid}/schedstat`)
  return text === undefined ? undefined : Number.parseInt(text, 10) / NANOSECONDS
}

// The process may have ended.
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
