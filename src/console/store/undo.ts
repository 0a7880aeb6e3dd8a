// What can be undone: a stack of the last ten actions.

import type { Simulator } from './api.ts'
import { type ReadonlySignal, signal } from './signal.ts'

/** An action that can be undone. */
export interface Undoable {
  readonly title: string
  undo(): Promise<unknown>
  /** Releases what undoing would need. */
  forget?(): void
  /** Whether undoing it also undoes what others have changed since. */
  readonly isWhole?: boolean
}

/** The actions that can be undone. */
export interface Undo {
  /** The last ones, the newest first. */
  readonly stack: ReadonlySignal<readonly UndoEntry[]>
  push(action: Undoable): Promise<UndoEntry>
  /** Takes an action off the stack and undoes it. */
  undo(entry: UndoEntry): Promise<void>
  /** Says which later changes undoing an action would lose, as a sentence. Undefined if it loses none. */
  describeLoss(entry: UndoEntry): Promise<string | undefined>
  /** Takes a snapshot now that `push` can undo to. */
  protect(title: string): Promise<Undoable>
}

export type UndoEntry = Undoable & {
  /** What there was after the action. Undefined if that is not known. */
  readonly after: Progress | undefined
}

/** What shows whether records have changed since then. */
interface Progress {
  /** The id of the last request. */
  readonly request: number
  /** How many records differ from the start of the scenario. */
  readonly changes: number | undefined
}

const MOST_ENTRIES = 10
const MOST_READ = 200

/** Whether a snapshot was taken only so that an action can be undone. */
export function isForUndo(snapshot: string): boolean {
  return /^before-\d+-\d+$/.test(snapshot)
}

/** Creates an empty stack. */
export function createUndo(simulator: Simulator): Undo {
  const stack = signal<readonly UndoEntry[]>([])
  const remove = (entry: UndoEntry) => {
    stack.value = stack.peek().filter((each) => each !== entry)
  }
  const countChanges = async () => (await simulator.sessions.get(simulator.name))?.changes
  const readProgress = async (): Promise<Progress> => {
    const [changes, [last]] = await Promise.all([countChanges(), simulator.requests.list({ limit: 1 })])
    return { request: last?.id ?? 0, changes }
  }
  return {
    stack,
    async push(action) {
      const entry = { ...action, after: action.isWhole ? await readProgress().catch(() => undefined) : undefined }
      const all = [entry, ...stack.peek()]
      for (const old of all.slice(MOST_ENTRIES)) old.forget?.()
      stack.value = all.slice(0, MOST_ENTRIES)
      return entry
    },
    async undo(entry) {
      remove(entry)
      await entry.undo()
      entry.forget?.()
    },
    async describeLoss({ after }) {
      if (after === undefined) return undefined
      // Nothing in the journal tells of changes that a script, another console or the clock has made.
      const changes = await countChanges().catch(() => after.changes)
      const requests = await simulator.requests.list({ after: after.request, limit: MOST_READ }).catch(() => [])
      const isSame = changes === after.changes && requests.every(({ method }) => /^(GET|HEAD|OPTIONS)$/.test(method))
      return isSame ? undefined : 'Records have changed since then.'
    },
    protect: (title) => protect(simulator, title),
  }
}

async function protect(simulator: Simulator, title: string): Promise<Undoable> {
  // A snapshot has neither of them.
  const { clock, strict } = await simulator.state()
  const { name } = await simulator.snapshots.take(`before-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`)
  return {
    title,
    isWhole: true,
    async undo() {
      await simulator.clock[clock.frozen ? 'freeze' : 'run']()
      await simulator.snapshots.restore(name, { keepRequests: true })
      await simulator.settings.change({ strict })
    },
    forget: () => void simulator.snapshots.delete(name).catch(() => undefined),
  }
}
