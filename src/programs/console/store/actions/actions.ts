// Does what somebody asks for: at once, with a toast that shows the code and offers Undo.

import { ControlError } from '../../../../entries/client/transport/control-error.ts'
import { writeLiteral } from '../../../../entries/request-code/literal.ts'
import type { Simulator } from '../api.ts'
import { signal } from '../signal.ts'
import type { Toast, Toasts } from '../toast-list.ts'
import type { Topic, Topics } from '../topics.ts'

const MOST_ENTRIES = 10

const MOST_READ = 200

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
    const hideProgress = showProgress(toasts, action)
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

function showProgress(toasts: Toasts, { title: [does, , what], undo }: Pick<Action<never>, 'title' | 'undo'>) {
  const title = `${toDoing(does)} ${what} …`
  const details = undo === 'snapshot' ? 'What you choose meanwhile comes next.' : undefined
  const timer = setTimeout(() => toasts.show({ title, kind: 'busy', details }), BUSY_MILLISECONDS)
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

interface Undoable {
  readonly title: string
  undo(): Promise<unknown>
  /** Whether undoing it also undoes what others have changed since. */
  readonly isWhole?: boolean
}

type WrittenSnapshot = Parameters<Simulator['snapshots']['put']>[1]

type Undo = ReturnType<typeof createUndo>

type UndoEntry = Undoable & {
  /** The last request after the action, and how many records differed from the scenario. Undefined if nobody knows. */
  readonly after: { readonly request: number; readonly changes: number | undefined } | undefined
}

export function createUndo(simulator: Simulator) {
  const stack = signal<readonly UndoEntry[]>([])
  const remove = (entry: UndoEntry) => {
    stack.value = stack.peek().filter((each) => each !== entry)
  }
  const countChanges = async () => (await simulator.sessions.get(simulator.name))?.changes
  const readProgress = async () => {
    const [changes, [last]] = await Promise.all([countChanges(), simulator.requests.list({ limit: 1 })])
    return { request: last?.id ?? 0, changes }
  }
  return {
    /** The last ones, the newest first. */
    stack,
    async push(action: Undoable): Promise<UndoEntry> {
      const entry = { ...action, after: action.isWhole ? await readProgress().catch(() => undefined) : undefined }
      const all = [entry, ...stack.peek()]
      stack.value = all.slice(0, MOST_ENTRIES)
      return entry
    },
    /** Takes an action off the stack and undoes it. @returns where the clock has moved with it, as a sentence */
    async undo(entry: UndoEntry) {
      remove(entry)
      const before = entry.isWhole && (await simulator.state()).now
      await entry.undo()
      return before ? describeMove(before, (await simulator.state()).now) : undefined
    },
    /** Says which later changes undoing an action would lose, as a sentence. Undefined if it loses none. */
    async describeLoss({ after }: UndoEntry) {
      if (after === undefined) return undefined
      // Nothing in the request log tells of changes that a script, another console or the clock has made.
      const changes = await countChanges().catch(() => after.changes)
      const requests = await simulator.requests.list({ after: after.request, limit: MOST_READ }).catch(() => [])
      const isSame = changes === after.changes && requests.every(({ method }) => /^(GET|HEAD|OPTIONS)$/.test(method))
      return isSame ? undefined : 'Records have changed since then.'
    },
    /** Takes a snapshot now that `push` can undo to. */
    async protect(title: string): Promise<Undoable> {
      // A snapshot has neither of them.
      const { clock, strict } = await simulator.state()
      const snapshot = await readSnapshot(simulator)
      const undo = async () => {
        await simulator.clock[clock.frozen ? 'freeze' : 'run']()
        if (snapshot !== undefined) await restoreFrom(simulator, snapshot)
        await simulator.settings.change({ strict })
      }
      return { title, isWhole: true, undo }
    },
  }
}

/** Says where the clock has moved. Undefined if nobody would see it. */
function describeMove(...times: [before: string, after: string]): string | undefined {
  const [before = '', after = ''] = times.map((time) => time.slice(0, 19).replace('T', ' '))
  return before === after ? undefined : `The clock went ${after < before ? 'back ' : ''}to ${after}.`
}

// A page that is closed meanwhile leaves it behind, so it has a name that no list shows.
const nameHidden = (): string => `.console-${Math.random()}`

/** Takes a snapshot that the server does not keep. */
export async function readSnapshot({ snapshots }: Simulator) {
  const { name } = await snapshots.take(nameHidden())
  return snapshots.get(name).finally(() => snapshots.delete(name))
}

/** Replaces the world of a session by a snapshot that the server does not have. */
export async function restoreFrom({ snapshots }: Simulator, snapshot: WrittenSnapshot): Promise<unknown> {
  const { name } = await snapshots.put(nameHidden(), snapshot)
  return snapshots.restore(name, { keepRequests: true }).finally(() => snapshots.delete(name))
}
