// Does what somebody asks for: at once, with a toast that shows the code and offers Undo.

import { ControlError } from '../../../../entries/client/transport/control-error.ts'
import { writeLiteral } from '../../../../entries/request-code/literal.ts'
import type { Simulator } from '../api.ts'
import type { Toast, Toasts } from '../toast-list.ts'
import type { Topic, Topics } from '../topics.ts'
import type { Undo, Undoable, UndoEntry } from './undo.ts'

/** What is done, and to what: the message says `Loading busy …`, `Loaded busy` or `Failed to load busy`. */
export type Title = readonly [does: string, did: string, what: string]

export interface Handling {
  /** Shows the issues next to the fields of a form instead of a toast. */
  onFailure?(error: ControlError): void
}

export interface Action<Result> extends Handling {
  readonly title: Title
  /** Does it with the given client, whose calls are the code that the message shows, unless `describe` returns other code. */
  run(simulator: Simulator): Promise<Result>
  /** How to undo it: `snapshot` for anything that replaces data, or the inverse call. */
  readonly undo?: 'snapshot' | ((result: Result) => Promise<unknown>)
  /** Whether nothing is left of what was done before, so that it can be left out if it has not begun. */
  readonly isWhole?: boolean
  /** What it changes, so that it is read again without waiting for the event. Default: everything. */
  readonly changes?: readonly Topic[]
  /** What else the message says and offers. */
  describe?(result: Result): Pick<Toast, 'details' | 'choices' | 'href' | 'code'>
}

export type Actions = ReturnType<typeof createActions>

type ActionParts = { toasts: Toasts; undo: Undo; topics: Topics }

// What takes longer says that it is going on.
const BUSY_MILLISECONDS = 500

export function createActions(simulator: Simulator, { toasts, undo, topics }: ActionParts) {
  const undoEntry = async (entry: UndoEntry, isSure = false): Promise<void> => {
    const details = isSure ? undefined : await undo.describeLoss(entry)
    if (details !== undefined) return void toasts.show(warnOfLoss(entry, details, () => undoEntry(entry, true)))
    const result = await undo.undo(entry).then(
      (details) => ({ title: `Undone: ${entry.title}`, details }),
      (thrown) => describeFailure('Failed to undo', toError(thrown)),
    )
    topics.touch()
    toasts.show(result)
  }
  const copy = async (text: string, what: string) => {
    const isCopied = await writeClipboard(text)
    toasts.show(isCopied ? { title: `Copied ${what}` } : { title: 'Failed to copy', kind: 'error', code: text })
  }
  const perform = async <Result>(action: Action<Result>): Promise<Result | undefined> => {
    const { title, run, undo: undoing, changes = [], describe, onFailure } = action
    const [does, did, what] = title
    const calls: string[] = []
    const done = `${did} ${what}`
    const hideProgress = showProgress(toasts, `${toDoing(does)} ${what}`)
    try {
      const before = undoing === 'snapshot' ? await undo.protect(done) : undefined
      const result = await run(recordCalls(simulator, calls))
      hideProgress()
      topics.touch(...changes)
      const undoable: Undoable | undefined =
        typeof undoing === 'function' ? { title: done, undo: () => undoing(result) } : before
      const entry = undoable && (await undo.push(undoable))
      const described = describe?.(result)
      toasts.show({
        title: done,
        code: calls.join('\n'),
        ...described,
        choices: [
          ...(described?.choices ?? []),
          ...(entry === undefined ? [] : [{ title: 'Undo', keys: 'u', run: () => undoEntry(entry) }]),
        ],
      })
      return result
    } catch (thrown) {
      hideProgress()
      const error = toError(thrown)
      if (onFailure !== undefined && error instanceof ControlError && error.issues.length > 0) onFailure(error)
      else toasts.show(describeFailure(`Failed to ${does.toLowerCase()} ${what}`, error))
      return undefined
    }
  }
  let running: Promise<unknown> = Promise.resolve()
  // A snapshot taken while the world is replaced would be of either world.
  let replaced: Promise<unknown> = running
  let newest: unknown
  return {
    copy,
    /** Does an action. @returns its result, or undefined if it failed */
    run<Result>(action: Action<Result>): Promise<Result | undefined> {
      if (action.isWhole) newest = action
      const takeTurn = () => (action.isWhole && action !== newest ? undefined : perform(action))
      const work = action.undo === 'snapshot' ? replaced.then(takeTurn) : perform(action)
      if (action.undo === 'snapshot') replaced = work
      running = Promise.allSettled([running, work])
      return work
    },
    async undoLast() {
      // What somebody has just asked for may not be done yet.
      const work = running.then(async () => {
        const [entry] = undo.stack.peek()
        if (entry === undefined) toasts.show({ title: 'There is nothing to undo' })
        else await undoEntry(entry)
      })
      running = Promise.allSettled([work])
      await work
    },
  }
}

// Of some verbs, such as `Set`, the past is the same word.
function toDoing(does: string): string {
  return `${does.replace(/e$/, '').replace(/et$/, 'ett')}ing`
}

function showProgress(toasts: Toasts, title: string) {
  const timer = setTimeout(() => toasts.show({ title: `${title} …`, kind: 'busy' }), BUSY_MILLISECONDS)
  return () => {
    clearTimeout(timer)
    if (toasts.shown.peek()?.kind === 'busy') toasts.close()
  }
}

function warnOfLoss({ title }: UndoEntry, details: string, run: () => Promise<void>) {
  const choices = [{ title: 'Undo anyway', run }]
  return { title: `Undo “${title}” and lose later changes?`, details, choices }
}

function describeFailure(title: string, error: Error) {
  // Messages name their fields.
  const issues = error instanceof ControlError ? error.issues.map(({ message }) => message) : []
  return { title, kind: 'error' as const, details: issues.length > 0 ? issues.join('\n') : error.message }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

// The clipboard is missing in pages that are not secure, and may be forbidden.
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Returns a client whose calls are noted as lines of code, given `const simulator = connect(url)`. */
export function recordCalls<Client extends object>(client: Client, lines: string[], place = 'simulator'): Client {
  const get = (_: object, name: string): unknown => {
    const found: unknown = Reflect.get(client, name)
    const path = `${place}.${name}`
    if (typeof found !== 'function') return Object(found) === found ? recordCalls(found as object, lines, path) : found
    return (...args: unknown[]): unknown => {
      lines.push(`await ${path}(${args.map((each) => writeLiteral(each)).join(', ')})`)
      return Reflect.apply(found, client, args)
    }
  }
  return new Proxy({}, { get }) as Client
}
