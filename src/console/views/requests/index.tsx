// The view Requests.

import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'

/** Shows the requests as they arrive, and why each got its response. */
export const requestsView = defineView({
  id: 'requests',
  title: 'Requests',
  key: 'r',
  badge: ({ stream }) => stream.count.value,
  render: Requests,
})

function Requests(): JSX.Element {
  return (
    <div class="view">
      <EmptyState title="Requests">This view is not built yet.</EmptyState>
    </div>
  )
}
