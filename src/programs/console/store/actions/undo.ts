// What can be undone: a stack of the last ten actions.

import type { Simulator } from '../api.ts'
import { signal } from '../signal.ts'

export interface Undoable {
  readonly title: string
  undo(): Promise<unknown>
  /** Whether undoing it also undoes what others have changed since. */
  readonly isWhole?: boolean
}

export type WrittenSnapshot = Parameters<Simulator['snapshots']['put']>[1]

export type Undo = ReturnType<typeof createUndo>

export type UndoEntry = Undoable & {
  /** The last request after the action, and how many records differed from the scenario. Undefined if nobody knows. */
  readonly after: { readonly request: number; readonly changes: number | undefined } | undefined
}

const MOST_ENTRIES = 10
const MOST_READ = 200

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
      // A snapshot has neither of them. It is kept in this page, because the lists of the server are for people.
      const { clock, strict } = await simulator.state()
      const { name } = await simulator.snapshots.take()
      const snapshot = await simulator.snapshots.get(name)
      await simulator.snapshots.delete(name)
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

/** Replaces the world of a session by a snapshot that the server does not have. */
export async function restoreFrom({ snapshots }: Simulator, snapshot: WrittenSnapshot): Promise<unknown> {
  const { name } = await snapshots.put(`open-${Date.now()}`, snapshot)
  return snapshots.restore(name, { keepRequests: true }).finally(() => snapshots.delete(name))
}
