// What the palette can do to the world from any view.

import type { Command, Console } from '../../page/console.ts'
import { readSnapshot, restoreFrom } from '../../store/actions/actions.ts'
import { chooseFile, saveFile } from '../../store/files.ts'

/** The parts of the view that are dialogs, as in its route: `#/world/share`. */
export const DIALOGS = ['snapshots', 'share'] as const

export type DialogName = (typeof DIALOGS)[number]

/** Lists the commands for the dialogs of the view, and for moves of the clock that others lack. */
export function listWorldViewCommands(console: Console): readonly Command[] {
  const { router, worldActions, world } = console
  const files = createSnapshotActions(console)
  const open = (name: DialogName) => () => router.navigate({ view: 'world', path: [name] })
  return [
    { title: 'Save the world as a file', words: 'download', run: files.save },
    { title: 'Open a file with a world', words: 'upload', isWhole: true, run: files.open },
    { title: 'Show the snapshots', words: 'restore', run: open('snapshots') },
    { title: 'Share this world', words: 'demo link', run: open('share') },
    {
      title: 'Move the clock back by 5 minutes',
      words: 'time past',
      run: () => {
        const now = world.now.value
        if (now !== undefined) void goBack(worldActions, now)
      },
    },
  ]
}

/** Lists a command for each snapshot that the server keeps. */
export async function findSnapshotCommands({ connection, world, worldActions }: Console): Promise<readonly Command[]> {
  // Without a session, there is nothing to restore.
  if (world.state.data.peek() === undefined) return []
  const snapshots = await connection.simulator.snapshots.list()
  return snapshots.map(({ name, scenario }) => ({
    title: `Restore snapshot ${name}`,
    words: scenario,
    isWhole: true,
    run: () => worldActions.restore(name),
  }))
}

/** Moves the clock back by 5 minutes. */
export function goBack({ setClock }: Console['worldActions'], now: string): Promise<unknown> {
  return setClock(new Date(Date.parse(now) - 300_000).toISOString(), ['Move', 'Moved', 'the clock back by 5 min'])
}

const SAVING = 'const { name } = await simulator.snapshots.take()\nconst snapshot = await simulator.snapshots.get(name)'
const OPENING = "await simulator.snapshots.put('mine', snapshot)\nawait simulator.snapshots.restore('mine')"

/** Creates the actions on stored snapshots, and on files. */
export function createSnapshotActions({ actions, connection, world }: Console) {
  const { simulator } = connection
  const { snapshots } = simulator
  return {
    async remove(name: string) {
      const content = await snapshots.get(name).catch(() => undefined)
      return actions.run({
        title: ['Delete', 'Deleted', `the snapshot ${name}`],
        run: (recorded) => recorded.snapshots.delete(name),
        ...(content !== undefined && { undo: () => snapshots.put(name, content) }),
        changes: ['snapshots'],
      })
    },
    save: () =>
      actions.run({
        title: ['Save', 'Saved', 'the world as a file'],
        describe: () => ({ code: SAVING }),
        async run() {
          const snapshot = await readSnapshot(simulator)
          const scenario = snapshot?.scenario.name ?? ''
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
          describe: () => ({ code: OPENING }),
          // The server says what is wrong with it.
          run: async () => restoreFrom(simulator, JSON.parse(await file.text())),
          undo: 'snapshot',
        }),
      ),
  }
}
