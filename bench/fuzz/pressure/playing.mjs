import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { startBystander } from './bystander.mjs'
import { playScript } from './client.mjs'

// The process is ended before it takes all memory of the machine.
const MOST_RESIDENT = 4 * 1024 ** 3
// What was sent before the end may still be worked on.
const SETTLING = 500

/**
 * Plays an attack while a bystander watches.
 *
 * @returns the statuses of the responses, how many clients waited in vain, and what the bystander
 * saw
 */
export async function playAttack({ connections, scripts, patience, quiet, every }, { program }) {
  const over = new AbortController()
  setMaxListeners(0, over.signal)
  const timer = setTimeout(() => over.abort(), patience)
  const stopBystander = startBystander(program, every, ({ isHanging, resident }) => {
    if (isHanging || resident > MOST_RESIDENT) endProgram(program, over)
  })
  program.child.once('exit', () => over.abort())
  const meet = createMeeting(connections)
  const begun = performance.now()
  const results = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      playScript(program.port, scripts[index % scripts.length], { signal: over.signal, quiet, meet }),
    ),
  )
  const seconds = (performance.now() - begun) / 1000
  clearTimeout(timer)
  await wait(SETTLING)
  const seen = await stopBystander()
  return { ...sumUp(results), seconds, seen }
}

// A connection that has ended does not come, so the others wait no longer than the attack lasts.
function createMeeting(connections) {
  let missing = connections
  let open
  const isOpen = new Promise((resolve) => {
    open = resolve
  })
  return () => {
    missing -= 1
    if (missing === 0) open()
    return isOpen
  }
}

function endProgram(program, over) {
  program.stop()
  over.abort()
}

function sumUp(results) {
  const statuses = new Map()
  for (const result of results) {
    for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
  }
  const quiet = results.filter(({ end }) => end === 'quiet').length
  return { statuses, quiet, bytes: results.reduce((sum, { bytes }) => sum + bytes, 0) }
}
