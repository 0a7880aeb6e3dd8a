import type { JSX } from 'preact'
import { useConsole, useRemote } from '../../app/console.ts'
import { defineView } from '../../app/view.ts'
import { RemotePanel } from '../../components/panels/remote-panel.tsx'
import { findAssumptionCommands, listAssumptionCommands } from './assumption-commands.ts'
import { Register } from './register.tsx'
import { SettingsPanel } from './settings.tsx'

/** Shows the register of everything that the contract leaves open, and switches its values. */
export const assumptionsView = defineView({
  id: 'assumptions',
  title: 'Assumptions',
  key: 'a',
  badge: ({ world }) => Object.keys(world.state.data.value?.assumptions ?? {}).length || undefined,
  render: Assumptions,
  commands: listAssumptionCommands,
  findCommands: findAssumptionCommands,
})

function Assumptions(): JSX.Element {
  const { connection } = useConsole()
  const entries = useRemote(() => connection.simulator.assumptions(), { on: ['assumptions', 'requests'] })
  return (
    <div class="view">
      <p class="view-introduction">
        The contract leaves these questions open. If your code still works after you switch an answer, it does not
        depend on it.
      </p>
      <SettingsPanel />
      <RemotePanel remote={entries} what="the assumptions">
        {(all) => <Register entries={all} />}
      </RemotePanel>
    </div>
  )
}
