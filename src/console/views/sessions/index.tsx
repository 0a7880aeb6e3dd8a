// The view Sessions.

import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'

/** Shows who is connected. */
export const sessionsView = defineView({
  id: 'sessions',
  title: 'Sessions',
  key: 's',
  render: Sessions,
})

function Sessions(): JSX.Element {
  return (
    <div class="view">
      <EmptyState title="Sessions">This view is not built yet.</EmptyState>
    </div>
  )
}
