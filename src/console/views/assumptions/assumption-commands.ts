// What the palette can do to assumptions from any view.

import type { Console } from '../../app/console.ts'
import type { Command } from '../../app/palette/commands.ts'

/** Lists a command for `id = value` as somebody types it, or else for those that are changed. */
export function listAssumptionCommands({ worldActions, router }: Console, text: string): readonly Command[] {
  const [, id, value] = /^\s*(?:assume\s+)?([a-z]\w*)\s*=\s*(\S.*?)\s*$/i.exec(text) ?? []
  const showChanged = () => router.navigate({ view: 'assumptions', query: { show: 'changed' } })
  if (id === undefined || value === undefined) return [{ title: 'Show the changed assumptions', run: showChanged }]
  return [{ title: `Assume ${id} = ${value}`, run: () => worldActions.assume(id, value) }]
}

/** Lists a command for each assumption, which is found by its question, too. */
export async function findAssumptionCommands(
  { connection, router }: Console,
  text: string,
): Promise<readonly Command[]> {
  if (text === '') return []
  return (await connection.simulator.assumptions()).map(({ id, question }) => ({
    title: `Show the assumption ${id}`,
    words: question,
    run: () => router.navigate({ view: 'assumptions', path: [id] }),
  }))
}
