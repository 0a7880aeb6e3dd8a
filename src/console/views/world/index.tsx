// The view World.

import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'

/** Shows the scenario, its records and its time. */
export const worldView = defineView({
  id: 'world',
  title: 'World',
  key: 'w',
  render: World,
})

function World(): JSX.Element {
  return (
    <div class="view">
      <EmptyState title="World">This view is not built yet.</EmptyState>
    </div>
  )
}
