import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { declaredBy } from '../../engine/scenario/service.ts'
import type { AnySimulator, BuildHooks } from '../../engine/simulator/simulator.ts'
import { isMeant, readEnvironment } from './environment.ts'

export const TRACE_VARIABLE = 'DEPLOYMOCK_TRACE'

type Hooks = Required<Pick<BuildHooks, 'run' | 'onRefused'>>

/**
 * Creates a simulator in an entry for Node: the environment varies it, and its requests are traced if a folder is set.
 *
 * @param nameTest returns the name of the test that a session is for
 */
export function createInRun<Created extends Pick<AnySimulator, 'events'>>(
  create: (hooks: Hooks) => Created,
  nameTest: (session: string) => string | undefined = () => undefined,
): Created {
  const folder = process.env[TRACE_VARIABLE] ?? ''
  if (folder === '') return create({ run: readEnvironment, onRefused: () => undefined })
  const write = createTraceFile(folder)
  let title: string | undefined
  const simulator = create({
    run(declared) {
      title = declared.title
      return readEnvironment(declared)
    },
    onRefused: ({ message }) => isMeant(title) && write({ refused: message }),
  })
  traceRequests(simulator, write, (session) => nameTest(session) ?? readTestName())
  return simulator
}

/** Returns what writes a line of JSON at once: a worker cannot tell when it ends. */
function createTraceFile(folder: string): (line: object) => void {
  const file = join(folder, `trace-${process.pid}-${randomUUID()}.jsonl`)
  const attempt = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      const received = error instanceof Error ? error.message : String(error)
      const advice = `Set ${TRACE_VARIABLE} to a folder that can be written to.`
      throw new OptionError({ attempt: `write traces to ${quote(folder)}`, received, advice })
    }
  }
  attempt(() => mkdirSync(folder, { recursive: true }))
  return (line) => attempt(() => appendFileSync(file, `${JSON.stringify(line)}\n`))
}

/** Writes a line for the simulator, and for each request. */
function traceRequests(
  simulator: Pick<AnySimulator, 'events'>,
  write: (line: object) => void,
  nameTest: (session: string) => string | undefined,
): void {
  const title = declaredBy(simulator)?.title
  write(isMeant(title) ? { simulator: true } : { ignored: title })
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
