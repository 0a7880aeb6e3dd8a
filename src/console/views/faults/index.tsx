import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { ActiveFaults } from './active-faults.tsx'
import { ChaosDial } from './chaos-dial.tsx'
import { useFaultActions } from './fault-actions.ts'
import { listFaultCommands } from './fault-commands.ts'
import { FaultForm } from './fault-form.tsx'
import { Recipes } from './recipes.tsx'

/** Shows faults and chaos. */
export const faultsView = defineView({
  id: 'faults',
  title: 'Faults',
  key: 'f',
  badge: ({ world }) => world.state.data.value?.faults,
  render: Faults,
  commands: listFaultCommands,
})

function Faults(): JSX.Element {
  const { add } = useFaultActions()
  return (
    <div class="view">
      <section aria-label="Add a fault">
        <FaultForm verb="Add fault" onSubmit={(fault, handling) => add(fault, ['Add', 'Added', 'a fault'], handling)} />
      </section>
      <div class="grid">
        <div>
          <Recipes />
          <ChaosDial />
        </div>
        <ActiveFaults />
      </div>
    </div>
  )
}
