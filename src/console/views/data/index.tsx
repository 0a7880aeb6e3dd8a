// The view Data.

import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'

/** Shows the records. */
export const dataView = defineView({
  id: 'data',
  title: 'Data',
  key: 'd',
  render: Data,
})

function Data(): JSX.Element {
  return (
    <div class="view">
      <EmptyState title="Data">This view is not built yet.</EmptyState>
    </div>
  )
}
