import type { Console } from '../../../app/console.ts'
import { writeString } from '../../../copy/literal.ts'
import { restoreFrom } from '../../../store/actions/undo.ts'
import { chooseFile, saveFile } from '../../../store/files.ts'

/** Creates the actions on stored snapshots, and on files. */
export function createSnapshotActions({ actions, connection, world }: Console) {
  const { simulator } = connection
  const { snapshots } = simulator
  return {
    async remove(name: string) {
      const content = await snapshots.get(name).catch(() => undefined)
      return actions.run({
        title: ['Delete', 'Deleted', `the snapshot ${name}`],
        code: `await simulator.snapshots.delete(${writeString(name)})`,
        run: () => snapshots.delete(name),
        ...(content === undefined ? {} : { undo: () => snapshots.put(name, content) }),
        changes: ['snapshots'],
      })
    },
    /** Saves the world as it is as a file. */
    save: () =>
      actions.run({
        title: ['Save', 'Saved', 'the world as a file'],
        code: 'const { name } = await simulator.snapshots.take()\nconst snapshot = await simulator.snapshots.get(name)',
        async run() {
          const { name, scenario } = await snapshots.take()
          const snapshot = await snapshots.get(name).finally(() => snapshots.delete(name))
          const time = world.now.peek()?.slice(11, 16).replace(':', '') ?? ''
          saveFile(`${scenario.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${time}.json`, JSON.stringify(snapshot))
        },
        changes: ['snapshots'],
      }),
    /** Replaces the world by that of a file that somebody chooses. */
    open: () =>
      chooseFile('.json', (file) =>
        actions.run({
          title: ['Open', 'Opened', file.name],
          code: "await simulator.snapshots.put('mine', snapshot)\nawait simulator.snapshots.restore('mine')",
          // The server says what is wrong with it.
          run: async () => restoreFrom(simulator, JSON.parse(await file.text())),
          undo: 'snapshot',
        }),
      ),
  }
}
