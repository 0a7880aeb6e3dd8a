import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { declaredBy } from '../../engine/scenario/service.ts'
import type { AnySimulator, BuildHooks } from '../../engine/simulator/simulator.ts'
import { isMeant, readEnvironment } from './environment.ts'

export const TRACE_VARIABLE = 'DEPLOYMOCK_TRACE'

/**
 * Creates a simulator in an entry for Node: the environment varies it, and its requests are traced if a folder is set.
 *
 * @param nameTest returns the name of the test that a session is for
 */
export function createInRun<Created extends Pick<AnySimulator, 'events'>>(
  create: (hooks: Required<Pick<BuildHooks, 'run'>>) => Created,
  nameTest: (session: string) => string | undefined = () => undefined,
): Created {
  const simulator = create({ run: (declared) => readEnvironment(declared) })
  const folder = process.env[TRACE_VARIABLE] ?? ''
  if (folder !== '') traceRequests(simulator, folder, (session) => nameTest(session) ?? readTestName())
  return simulator
}

/** Writes a line of JSON for the simulator, and for each request at once: a worker cannot tell when it ends. */
function traceRequests(
  simulator: Pick<AnySimulator, 'events'>,
  folder: string,
  nameTest: (session: string) => string | undefined,
): void {
  const title = declaredBy(simulator)?.title
  const file = join(folder, `trace-${process.pid}-${randomUUID()}.jsonl`)
  const write = (line: object): void => appendFileSync(file, `${JSON.stringify(line)}\n`)
  try {
    mkdirSync(folder, { recursive: true })
    write(isMeant(title) ? { simulator: true } : { ignored: title })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OptionError({
      attempt: `write traces to ${quote(folder)}`,
      received: reason,
      advice: `Set ${TRACE_VARIABLE} to a folder that can be written to.`,
    })
  }
  if (!isMeant(title)) return
  simulator.events.listen((event, explain) => {
    if (event.type === 'session' && event.what !== 'created') write({ ended: nameTest(event.session) })
    if (event.type !== 'request') return
    const { session, method, path, query, operation, status, assumptions, faults } = event.request
    const sent = { session, method, path, query, at: Date.now(), test: nameTest(session) }
    const explained = explain()
    // It still waits.
    if (explained === undefined) return write(sent)
    const values = explained.entry.explanation.assumptions
    write({ ...sent, operation, status, assumptions, values, faults })
  })
}

// Jest has a global `expect`, and so has Vitest with `globals`.
function readTestName(): string | undefined {
  const { expect } = globalThis as { expect?: { getState?(): { currentTestName?: string } } }
  return expect?.getState?.().currentTestName
}
