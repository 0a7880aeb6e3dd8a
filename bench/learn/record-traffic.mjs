// Loaded with `node --import`: writes the traffic of each simulator in the process to the folder TRAFFIC.

import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const { TRAFFIC = '' } = process.env
mkdirSync(TRAFFIC, { recursive: true })

/** Writes a line for each request. A worker cannot tell when it ends. */
function watch(simulator) {
  const file = join(TRAFFIC, `${randomUUID()}.jsonl`)
  simulator.events.listen(async (event) => {
    if (event.type !== 'request') return
    const { session, id } = event.request
    const used = session === 'default' ? simulator : simulator.sessions.open(session)
    const { preset, assumptions } = used
    const { log } = await used.requests.toHar({ after: id - 1, limit: 1 })
    for (const entry of log.entries) appendFileSync(file, `${JSON.stringify({ preset, assumptions, entry })}\n`)
  })
}

// Every copy of the package announces its simulators here.
Reflect.set(globalThis, Symbol.for('deploymock.coverage'), { watch })
