import { RemotePanel } from '../../components/panels.tsx'
import type { Command } from '../../page/commands.ts'
import { type Console, useConsole, useRemote } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import { AssumptionRegister } from './register.tsx'
import { SettingsPanel } from './settings.tsx'

/** Shows the register of everything that the contract leaves open, and switches its values. */
export const assumptionsView: View = {
  id: 'assumptions',
  title: 'Assumptions',
  key: 'a',
  badge: ({ world }) => Object.keys(world.state.data.value?.assumptions ?? {}).length || undefined,
  render: Assumptions,
  commands: listAssumptionCommands,
  findCommands: findAssumptionCommands,
}

function Assumptions() {
  const { connection } = useConsole()
  const entries = useRemote(() => connection.simulator.assumptions(), { on: ['assumptions', 'requests'] })
  return (
    <div class="column view">
      <p class="muted">
        The contract leaves these questions open. If your code still works after you switch an answer, it does not
        depend on it.
      </p>
      <SettingsPanel />
      <RemotePanel remote={entries} what="the assumptions">
        {(all) => <AssumptionRegister entries={all} />}
      </RemotePanel>
    </div>
  )
}

/** Lists a command for `id = value` as somebody types it, or else for those that are changed. */
function listAssumptionCommands({ worldActions, router }: Console, text: string): readonly Command[] {
  const [, id, value] = /^\s*(?:assume\s+)?([a-z]\w*)\s*=\s*(\S.*?)\s*$/i.exec(text) ?? []
  const showChanged = () => router.navigate({ view: 'assumptions', query: { show: 'changed' } })
  if (id === undefined || value === undefined) return [{ title: 'Show the changed assumptions', run: showChanged }]
  return [{ title: `Assume ${id} = ${value}`, run: () => worldActions.assume(id, value) }]
}

/** Lists a command for each assumption, which is found by its question, too. */
async function findAssumptionCommands({ connection, router }: Console, text: string): Promise<readonly Command[]> {
  if (text === '') return []
  return (await connection.simulator.assumptions()).map(({ id, question }) => ({
    title: `Show the assumption ${id}`,
    words: question,
    run: () => router.navigate({ view: 'assumptions', path: [id] }),
  }))
}
