// The view Faults.

import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { ActiveFaults } from './active-faults.tsx'
import { ChaosDial } from './chaos-dial.tsx'
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
  return (
    <div class="view">
      <p class="view-introduction">A fault makes requests to the service fail on purpose.</p>
      <Recipes />
      <div class="faults-columns">
        <ActiveFaults />
        <ChaosDial />
      </div>
      <FaultForm />
    </div>
  )
}
