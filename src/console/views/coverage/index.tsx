// The view Coverage.

import type { JSX } from 'preact'
import { defineView } from '../../app/view.ts'
import { EmptyState } from '../../components/empty-state.tsx'

/** Shows which cases of the contract the requests have covered. */
export const coverageView = defineView({
  id: 'coverage',
  title: 'Coverage',
  key: 'c',
  render: Coverage,
})

function Coverage(): JSX.Element {
  return (
    <div class="view">
      <EmptyState title="Coverage">This view is not built yet.</EmptyState>
    </div>
  )
}
