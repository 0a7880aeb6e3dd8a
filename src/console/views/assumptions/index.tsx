// The view Assumptions.

import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'

/** Shows what the contract leaves open. */
export const assumptionsView = defineView({
  id: 'assumptions',
  title: 'Assumptions',
  key: 'a',
  render: Assumptions,
})

function Assumptions(): JSX.Element {
  return (
    <div class="view">
      <EmptyState title="Assumptions">This view is not built yet.</EmptyState>
    </div>
  )
}
