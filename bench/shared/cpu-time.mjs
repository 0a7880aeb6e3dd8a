import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The CPU time that a process has used, in microseconds. Only Linux tells. */
export function readCpuTime(pid) {
  // The second field is the name of the process, which may contain anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const [userTicks, systemTicks] = [fields[11], fields[12]]
  return ((Number(userTicks) + Number(systemTicks)) / ticksPerSecond()) * 1e6
}

/** The CPU time that this process has used, in microseconds. */
export function readOwnCpuTime() {
  const { user, system } = process.cpuUsage()
  return user + system
}

function ticksPerSecond() {
  return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
}
