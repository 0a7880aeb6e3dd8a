// Whether a store works.

// Not the global functions, because tests replace them.
import { clearTimeout, setTimeout } from 'node:timers'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { BrokenLogError, type LogStore, StoreError } from './log-store.ts'

/** What is done with a store. */
type Work = 'read' | 'write'

/** Follows whether a store works. */
export interface StoreHealth {
  /** What does not work; undefined if everything does. */
  findProblem(): string | undefined
  /** A store that fails at once while the given one does not work, so that nobody waits for it again and again. */
  readonly store: LogStore
  /** Stops the check in the background. */
  end(): void
}

const CHECK_MILLISECONDS = 1000

/**
 * Follows whether a store works.
 *
 * @param report gets a line when that changes
 */
export function followHealth(store: LogStore, report: (line: string) => void): StoreHealth {
  const problems = new Map<Work, string>()
  let timer: NodeJS.Timeout | undefined
  const explain = (error: unknown): string => {
    const received = error instanceof Error ? error.message : String(error)
    return new OptionError({ attempt: `keep the sessions in ${store.place}`, received }).message
  }
  const check = async (): Promise<void> => {
    for (const [what, ask] of [
      ['read', () => store.listSnapshots({ after: '', limit: 1 })],
      ['write', store.check],
    ] as const) {
      try {
        await ask()
        problems.delete(what)
      } catch (error) {
        problems.set(what, explain(error))
      }
    }
    if (problems.size > 0) return schedule()
    report(`The sessions are kept in ${store.place} again.`)
  }
  const schedule = (): void => {
    timer = setTimeout(() => void check(), CHECK_MILLISECONDS).unref()
  }
  const fail = (what: Work, error: unknown): void => {
    const message = explain(error)
    if (problems.size === 0) {
      report(
        `${message} Until that works again, requests that have to store or read something are refused, and what is not stored is undone.`,
      )
      schedule()
    }
    if (!problems.has(what)) problems.set(what, message)
  }
  const findProblem = () => problems.get('write') ?? problems.get('read')
  const guarded = guardStore(store, {
    fail,
    // A full disk can still be read.
    mayAsk: (what) => (what === 'read' ? !problems.has('read') : problems.size === 0),
  })
  return { findProblem, store: guarded, end: () => clearTimeout(timer) }
}

interface Guard {
  mayAsk(what: Work): boolean
  fail(what: Work, error: unknown): void
}

/** Returns a store that fails at once while the given one may not be asked, and notes what fails. */
function guardStore(store: LogStore, { mayAsk, fail }: Guard): LogStore {
  const guard =
    (what: Work, note: Guard['fail']) =>
    <Given extends readonly unknown[], Result>(act: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (!mayAsk(what)) throw new StoreError(`${store.place} does not work at the moment`)
      return act(...given).catch((error: Error) => {
        if (error instanceof BrokenLogError) throw error
        note(what, error)
        throw new StoreError(error.message, { cause: error })
      })
    }
  // A snapshot that cannot be read or written concerns nobody else.
  const [reading, writing, alone] = [guard('read', fail), guard('write', fail), guard('read', () => undefined)]
  const [readScenario, readSnapshot] = [reading(store.readText), alone(store.readText)]
  const [writeScenario, writeSnapshot] = [writing(store.writeText), alone(store.writeText)]
  return {
    ...store,
    read: reading(store.read),
    readNewer: reading(store.readNewer),
    listOutlines: reading(store.listOutlines),
    listUnused: reading(store.listUnused),
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
