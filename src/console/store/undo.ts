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
  push(action: Undoable): UndoEntry
  /** Takes an action off the stack and undoes it. */
  undo(entry: UndoEntry): Promise<void>
  /** Counts the requests since an action that may have changed data that undoing it would lose. */
  countWritesSince(entry: UndoEntry): number
  /** Takes a snapshot now that `push` can undo to. */
  protect(title: string): Promise<Undoable>
}

export type UndoEntry = Undoable & { readonly lastRequest: number }

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
  return {
    stack,
    push(action) {
      const entry = { ...action, lastRequest: stream.requests.peek()[0]?.id ?? 0 }
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
    countWritesSince({ isWhole = false, lastRequest }) {
      if (!isWhole) return 0
      return stream.requests.peek().filter(({ id, method }) => id > lastRequest && !/^(GET|HEAD|OPTIONS)$/.test(method))
        .length
    },
    async protect(title) {
      const { name } = await simulator.snapshots.take(`before-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`)
      return {
        title,
        isWhole: true,
        undo: () => simulator.snapshots.restore(name, { keepRequests: true }),
        forget: () => void simulator.snapshots.delete(name).catch(() => undefined),
      }
    },
  }
}
