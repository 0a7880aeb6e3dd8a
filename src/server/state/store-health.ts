// Whether a store works.

// Not the global functions, because tests replace them.
import { clearTimeout, setTimeout } from 'node:timers'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { countOf } from '../../engine/input/text/words.ts'
import { createTimeLimit, LateError, type Within } from './limit-time.ts'
import { BrokenLogError, type LogStore, type StoredTextKind, StoreError, UnsureError } from './log-store.ts'

/** What is done with a store. */
type Work = 'read' | 'write'

const CHECK_MILLISECONDS = { working: 5000, failing: 1000 }
// Requests wait for it.
const LONGEST_WORK = 800
// What a store at least writes of a long text. If it were given up, it would be written nevertheless.
const CHARACTERS_PER_MILLISECOND = 50_000

/**
 * Follows whether a store works.
 *
 * @param report gets a line when that changes
 * @param onRecovery is called when it works again
 */
export function followHealth(store: LogStore, report: (line: string) => void, onRecovery?: () => void) {
  const within = createTimeLimit(store.place, LONGEST_WORK)
  const problems = new Map<Work, string>()
  // Of single sessions and scenarios.
  const troubles = new Map<string, string>()
  let checking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const explain = (error: unknown, what = 'the sessions'): string =>
    new OptionError({ attempt: `keep ${what} in ${store.place}`, received: (error as Error).message }).message
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
    if (!wasFailing || problems.size > 0) return
    report(`The sessions are kept in ${store.place} again.`)
    onRecovery?.()
  }
  const checkOnce = () => {
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }
  const schedule = (): void => {
    clearTimeout(timer)
    const { working, failing } = CHECK_MILLISECONDS
    timer = setTimeout(() => void checkOnce(), problems.size > 0 ? failing : working).unref()
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
  const noteTrouble = (subject: string, error: unknown): void => {
    if (!troubles.has(subject)) report(`${explain(error, subject)} Requests that have to store or read it are refused.`)
    troubles.set(subject, explain(error, subject))
  }
  const findProblem = () => problems.get('write') ?? problems.get('read')
  const guarded = guardStore(store, {
    within,
    async fail(what, error, subject) {
      if (subject === undefined || error instanceof LateError) return fail(what, error)
      // If everything else works, it is the trouble of this one alone, such as a file of another owner.
      await checkOnce()
      if (problems.size === 0) noteTrouble(subject, error)
    },
    onDone: (subject) => subject !== undefined && troubles.delete(subject),
    // A full disk can still be read.
    mayAsk: (what) => (what === 'read' ? !problems.has('read') : problems.size === 0),
  })
  schedule()
  return {
    /** What does not work; undefined if everything does. */
    findProblem: (): string | undefined => findProblem() ?? describeTroubles([...troubles.values()]),
    /** Whether nothing can be stored or read at the moment, of any session. */
    isFailing: () => problems.size > 0,
    /** A store that fails within a second, and at once while the given one does not work. */
    store: guarded,
    /** Stops the check in the background. */
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

function describeTroubles([first, ...others]: readonly string[]): string | undefined {
  return others.length === 0 ? first : `${first} It is one of ${countOf(others.length + 1, 'such problem')}.`
}

interface Guard {
  readonly within: Within
  mayAsk(what: Work): boolean
  /** Notes an error. @param subject the session or the scenario that it may be about alone */
  fail(what: Work, error: unknown, subject: string | undefined): unknown
  /** Notes that something has worked with a session or a scenario. */
  onDone(subject: string | undefined): unknown
}

/** Returns a store that fails in time, and at once while the given one may not be asked. It notes what fails. */
function guardStore(store: LogStore, { within, mayAsk, fail, onDone }: Guard): LogStore {
  const guard =
    (what: Work, limit: Within, note: Guard['fail']) =>
    <Given extends readonly unknown[], Result>(
      act: (...given: Given) => Promise<Result>,
      subjectOf: (...given: Given) => string | undefined = () => undefined,
    ) =>
    async (...given: Given): Promise<Result> => {
      if (!mayAsk(what)) throw new StoreError(`${store.place} does not work at the moment`)
      const subject = subjectOf(...given)
      const result = await limit(() => act(...given), lengthOf(given) / CHARACTERS_PER_MILLISECOND).catch(
        async (error: Error) => {
          if (error instanceof BrokenLogError) throw error
          await note(what, error, subject)
          throw new UnsureError(error.message, { cause: error })
        },
      )
      onDone(subject)
      return result
    }
  const [reading, writing] = [guard('read', within, fail), guard('write', within, fail)]
  // A snapshot that cannot be read or written concerns nobody else.
  const alone = guard('read', createTimeLimit(store.place, store.longestText), () => undefined)
  const [readSnapshot, writeSnapshot] = [alone(store.readText), alone(store.writeText)]
  const ofText = (_: StoredTextKind, digest: string) => ofScenario(digest)
  const [readScenario, writeScenario] = [reading(store.readText, ofText), writing(store.writeText, ofText)]
  return {
    ...store,
    read: reading(store.read, ofSession),
    readNewer: reading(store.readNewer),
    listOutlines: reading(store.listOutlines),
    // Nobody waits for it.
    listUnused: guard('read', (act) => act(), fail)(store.listUnused),
    readText: (kind, ...rest) => (kind === 'scenario' ? readScenario : readSnapshot)(kind, ...rest),
    hasScenario: reading(store.hasScenario, ofScenario),
    listSnapshots: alone(store.listSnapshots),
    append: writing(store.append, ({ session }) => ofSession(session)),
    remove: writing(store.remove, ofSession),
    // A note of use that cannot be written hinders nobody.
    touch: guard('write', within, () => undefined)(store.touch),
    putAside: writing(store.putAside, ofSession),
    writeText: (kind, ...rest) => (kind === 'scenario' ? writeScenario : writeSnapshot)(kind, ...rest),
    removeText: alone(store.removeText),
  }
}

/** How long the texts are that something is asked with: the line of an entry, or a text. */
function lengthOf(given: readonly unknown[]): number {
  const texts = given.flatMap((each) => (isRecord(each) ? Object.values(each) : each))
  return texts.reduce((sum: number, each) => sum + (typeof each === 'string' ? each.length : 0), 0)
}

const ofSession = (session: string): string => `session "${session}"`
const ofScenario = (digest: string): string => `scenario ${digest}`
