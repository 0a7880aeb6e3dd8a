// What can be done to stored snapshots: deleting them, and moving them to and from files.

import { useConsole } from '../../app/console.ts'
import { writeString } from '../../copy/literal.ts'
import { findFreeName } from '../../store/free-name.ts'

/** The actions on stored snapshots. */
export interface SnapshotActions {
  remove(name: string): Promise<unknown>
  download(name: string): Promise<unknown>
  /** Stores a file under its own name, or a similar one if that is taken. */
  upload(file: File, names: readonly string[]): Promise<unknown>
}

/** Returns the actions on stored snapshots. */
export function useSnapshotActions(): SnapshotActions {
  const { actions, connection, toasts } = useConsole()
  const { snapshots } = connection.simulator
  return {
    async remove(name) {
      const content = await snapshots.get(name).catch(() => undefined)
      return actions.run({
        title: `Delete the snapshot ${name}`,
        code: `await simulator.snapshots.delete(${writeString(name)})`,
        run: () => snapshots.delete(name),
        ...(content === undefined ? {} : { undo: () => snapshots.put(name, content) }),
        changes: ['snapshots'],
      })
    },
    download: (name) =>
      actions.run({
        title: `Download ${name}`,
        code: `const snapshot = await simulator.snapshots.get(${writeString(name)})`,
        run: async () => saveFile(toFileName(name), JSON.stringify(await snapshots.get(name))),
        changes: ['snapshots'],
      }),
    async upload(file, names) {
      const content = await readJson(file)
      if (content === undefined) {
        const details = 'Choose a file that was downloaded here, or written with simulator.snapshots.get.'
        return void toasts.show({ kind: 'error', title: `Failed to read ${file.name}: it is not JSON`, details })
      }
      const name = findFreeName(file.name.replace(/\.json$/i, ''), names)
      return actions.run({
        title: `Store the snapshot ${name}`,
        code: `await simulator.snapshots.put(${writeString(name)}, snapshot)`,
        // The server says what is wrong with it.
        run: () => snapshots.put(name, content as never),
        undo: () => snapshots.delete(name),
        changes: ['snapshots'],
      })
    },
  }
}

async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return undefined
  }
}

function toFileName(name: string): string {
  return `${name.replace(/[^\w.-]+/g, '-').slice(0, 80) || 'snapshot'}.json`
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
