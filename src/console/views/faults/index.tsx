// The view Faults.

import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'

/** Shows faults and chaos. */
export const faultsView = defineView({
  id: 'faults',
  title: 'Faults',
  key: 'f',
  badge: ({ world }) => world.state.data.value?.faults,
  render: Faults,
})

function Faults(): JSX.Element {
  return (
    <div class="view">
      <EmptyState title="Faults">This view is not built yet.</EmptyState>
    </div>
  )
}
