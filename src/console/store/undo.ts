// What can be undone: a stack of the last ten actions.

import { type ReadonlySignal, signal } from '@preact/signals'
import type { Simulator } from './api.ts'
import type { Stream } from './stream.ts'

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
  readonly lastRequest: number
  /** How many records differed from the start of the scenario after the action. Undefined if that is not known. */
  readonly changes: number | undefined
}

const MOST_ENTRIES = 10

/** Whether a snapshot was taken only so that an action can be undone. */
export function isForUndo(snapshot: string): boolean {
  return /^before-\d+-\d+$/.test(snapshot)
}

/** Creates an empty stack. */
export function createUndo(simulator: Simulator, stream: Pick<Stream, 'requests'>): Undo {
  const stack = signal<readonly UndoEntry[]>([])
  const remove = (entry: UndoEntry) => {
    stack.value = stack.peek().filter((each) => each !== entry)
  }
  const countChanges = () =>
    simulator.sessions.get(simulator.name).then(
      (session) => session?.changes,
      () => undefined,
    )
  return {
    stack,
    async push(action) {
      const lastRequest = stream.requests.peek()[0]?.id ?? 0
      const entry = { ...action, lastRequest, changes: action.isWhole ? await countChanges() : undefined }
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
    async describeLoss({ isWhole = false, lastRequest, changes }) {
      if (!isWhole) return undefined
      const isWrite = ({ id, method }: { id: number; method: string }) =>
        id > lastRequest && !/^(GET|HEAD|OPTIONS)$/.test(method)
      // Nothing in the journal tells of changes that a script, another console or the clock has made.
      const isSame =
        !stream.requests.peek().some(isWrite) && (changes === undefined || changes === (await countChanges()))
      return isSame ? undefined : 'Records have changed since then.'
    },
    async protect(title) {
      // A snapshot does not tell whether the clock runs.
      const { frozen } = await simulator.clock.read()
      const { name } = await simulator.snapshots.take(`before-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`)
      return {
        title,
        isWhole: true,
        async undo() {
          await simulator.clock[frozen ? 'freeze' : 'run']()
          await simulator.snapshots.restore(name, { keepRequests: true })
        },
        forget: () => void simulator.snapshots.delete(name).catch(() => undefined),
      }
    },
  }
}
