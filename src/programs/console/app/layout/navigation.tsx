import { useEffect, useMemo, useState } from 'preact/hooks'
import { Menu } from '../../components/controls/menu.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { useConsole } from '../../page/console.ts'
import { buildHref } from '../../page/routes.ts'
import type { View } from '../../page/view.ts'

// On a narrow page, the others are in a menu.
const MOST_NARROW = 3

/** The links to the views, each with a number if it has one. */
export function Navigation({ views }: { views: readonly View[] }) {
  const { router } = useConsole()
  const isNarrow = useIsNarrow()
  const current = router.route.value.view
  const shown = isNarrow ? views.slice(0, MOST_NARROW) : views
  const hidden = views.slice(shown.length)
  const chosen = hidden.find(({ id }) => id === current)
  return (
    <nav class="stack navigation" aria-label="Views">
      {shown.map((view) => (
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
      {hidden.length > 0 && (
        <Menu
          kind="quiet"
          isCurrent={chosen !== undefined}
          label={chosen?.title ?? 'More'}
          name={chosen === undefined ? 'More views' : `${chosen.title}, more views`}
          items={hidden.map(({ id, title }) => ({
            title,
            isCurrent: id === current,
            run: () => router.navigate({ view: id }),
          }))}
        />
      )}
    </nav>
  )
}

function useIsNarrow(): boolean {
  const query = useMemo(() => matchMedia('(max-width: 899px)'), [])
  const [isNarrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const follow = () => setNarrow(query.matches)
    // The width may have changed before this effect.
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [query])
  return isNarrow
}

function Badge({ view }: { view: View }) {
  const count = view.badge?.(useConsole())
  return count === undefined || count === 0 ? null : <span class="badge">{formatNumber(count)}</span>
}
