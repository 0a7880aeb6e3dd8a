// What can be done to stored snapshots, and to the world as a file.

import { useConsole } from '../../../app/console.ts'
import { writeString } from '../../../copy/literal.ts'
import { restoreFrom } from '../../../store/actions/undo.ts'
import { saveFile } from '../../../store/files.ts'

/** The actions on stored snapshots, and on files. */
export interface SnapshotActions {
  remove(name: string): Promise<unknown>
  /** Saves the world as it is as a file. */
  save(): Promise<unknown>
  /** Replaces the world by that of a file. */
  open(file: File): Promise<unknown>
}

/** Returns the actions on stored snapshots. */
export function useSnapshotActions(): SnapshotActions {
  const { actions, connection, world } = useConsole()
  const { simulator } = connection
  const { snapshots } = simulator
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
    save: () =>
      actions.run({
        title: 'Save the world as a file',
        code: 'const { name } = await simulator.snapshots.take()\nconst snapshot = await simulator.snapshots.get(name)',
        async run() {
          const { name, scenario } = await snapshots.take()
          const snapshot = await snapshots.get(name).finally(() => snapshots.delete(name))
          const time = world.now.peek()?.slice(11, 16).replace(':', '') ?? ''
          saveFile(`${scenario.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${time}.json`, JSON.stringify(snapshot))
        },
        changes: ['snapshots'],
      }),
    open: (file) =>
      actions.run({
        title: `Open ${file.name}`,
        code: "await simulator.snapshots.put('mine', snapshot)\nawait simulator.snapshots.restore('mine')",
        // The server says what is wrong with it.
        run: async () => restoreFrom(simulator, JSON.parse(await file.text())),
        undo: 'snapshot',
      }),
  }
}
