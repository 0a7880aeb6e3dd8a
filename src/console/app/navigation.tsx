// The links to the views.

import type { JSX } from 'preact'
import { formatNumber } from '../components/bars.tsx'
import { useConsole } from './console.ts'
import { buildHref } from './routes.ts'
import type { View } from './view.ts'

/** The links to the views, each with a number if it has one. */
export function Navigation({ views }: { views: readonly View[] }): JSX.Element {
  const { router } = useConsole()
  const current = router.route.value.view
  return (
    <nav class="navigation" aria-label="Views">
      {views.map((view) => (
        <a
          key={view.id}
          class="navigation-link"
          href={buildHref({ view: view.id })}
          aria-current={view.id === current ? 'page' : undefined}
          aria-keyshortcuts={`g ${view.key}`}
        >
          {view.title}
          <Badge view={view} />
        </a>
      ))}
    </nav>
  )
}

function Badge({ view }: { view: View }): JSX.Element | null {
  const count = view.badge?.(useConsole())
  return count === undefined || count === 0 ? null : <span class="badge">{formatNumber(count)}</span>
}
