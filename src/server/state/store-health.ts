// Whether a store works.

// Not the global functions, because tests replace them.
import { clearTimeout, setTimeout } from 'node:timers'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { createTimeLimit, type Within } from './limit-time.ts'
import { BrokenLogError, type LogStore, StoreError } from './log-store.ts'

/** What is done with a store. */
type Work = 'read' | 'write'

const CHECK_MILLISECONDS = { working: 5000, failing: 1000 }
// Requests wait for it.
const LONGEST_WORK = 800

/**
 * Follows whether a store works.
 *
 * @param report gets a line when that changes
 */
export function followHealth(store: LogStore, report: (line: string) => void) {
  const within = createTimeLimit(store.place, LONGEST_WORK)
  const problems = new Map<Work, string>()
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const explain = (error: unknown): string => {
    const received = error instanceof Error ? error.message : String(error)
    return new OptionError({ attempt: `keep the sessions in ${store.place}`, received }).message
  }
  const check = async (): Promise<void> => {
    const wasFailing = problems.size > 0
    for (const [what, ask] of [
      ['read', () => store.listSnapshots({ after: '', limit: 1 })],
      ['write', store.check],
    ] as const) {
      try {
        await within<unknown>(ask)
        problems.delete(what)
      } catch (error) {
        if (!isEnded) fail(what, error)
      }
    }
    if (isEnded) return
    schedule()
    if (wasFailing && problems.size === 0) report(`The sessions are kept in ${store.place} again.`)
  }
  const schedule = (): void => {
    clearTimeout(timer)
    const { working, failing } = CHECK_MILLISECONDS
    timer = setTimeout(() => void check(), problems.size > 0 ? failing : working).unref()
  }
  const fail = (what: Work, error: unknown): void => {
    const message = explain(error)
    const isFirst = problems.size === 0
    problems.set(what, message)
    if (!isFirst) return
    schedule()
    report(
      `${message} Until that works again, requests that have to store or read something are refused, and what is not stored is undone.`,
    )
  }
  const findProblem = () => problems.get('write') ?? problems.get('read')
  const guarded = guardStore(store, {
    within,
    fail,
    // A full disk can still be read.
    mayAsk: (what) => (what === 'read' ? !problems.has('read') : problems.size === 0),
  })
  schedule()
  return {
    /** What does not work; undefined if everything does. */
    findProblem,
    /** A store that fails within a second, and at once while the given one does not work. */
    store: guarded,
    /** Stops the check in the background. */
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

interface Guard {
  readonly within: Within
  mayAsk(what: Work): boolean
  fail(what: Work, error: unknown): void
}

/** Returns a store that fails in time, and at once while the given one may not be asked. It notes what fails. */
function guardStore(store: LogStore, { within, mayAsk, fail }: Guard): LogStore {
  const guard =
    (what: Work, limit: Within, note: Guard['fail']) =>
    <Given extends readonly unknown[], Result>(act: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (!mayAsk(what)) throw new StoreError(`${store.place} does not work at the moment`)
      return limit(() => act(...given)).catch((error: Error) => {
        if (error instanceof BrokenLogError) throw error
        note(what, error)
        throw new StoreError(error.message, { cause: error })
      })
    }
  const [reading, writing] = [guard('read', within, fail), guard('write', within, fail)]
  // A snapshot that cannot be read or written concerns nobody else.
  const alone = guard('read', createTimeLimit(store.place, store.longestText), () => undefined)
  const [readSnapshot, writeSnapshot] = [alone(store.readText), alone(store.writeText)]
  const [readScenario, writeScenario] = [reading(store.readText), writing(store.writeText)]
  return {
    ...store,
    read: reading(store.read),
    readNewer: reading(store.readNewer),
    listOutlines: reading(store.listOutlines),
    // Nobody waits for it.
    listUnused: guard('read', (act) => act(), fail)(store.listUnused),
    readText: (kind, ...rest) => (kind === 'scenario' ? readScenario : readSnapshot)(kind, ...rest),
    hasScenario: reading(store.hasScenario),
    listSnapshots: alone(store.listSnapshots),
    append: writing(store.append),
    remove: writing(store.remove),
    touch: writing(store.touch),
    putAside: writing(store.putAside),
    writeText: (kind, ...rest) => (kind === 'scenario' ? writeScenario : writeSnapshot)(kind, ...rest),
    removeText: alone(store.removeText),
  }
}
