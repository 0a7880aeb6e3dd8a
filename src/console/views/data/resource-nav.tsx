import type { JSX } from 'preact'
import { useConsole } from '../../app/console.ts'
import { formatNumber } from '../../components/charts/bars.tsx'
import { Menu } from '../../components/controls/menu.tsx'
import type { ResourceDescription } from '../../store/api.ts'
import { hrefOf } from './record.ts'

/** Links to the resources. Those that only accompany others are in a menu. */
export function ResourceNav({ current }: { current: ResourceDescription }): JSX.Element {
  const { router, world } = useConsole()
  const resources = world.schemas.data.value?.resources ?? []
  const counts: Readonly<Record<string, number>> = world.state.data.value?.counts ?? {}
  const shown = resources.filter((each) => !each.isMinor || each === current)
  const others = resources.filter((each) => each.isMinor)
  return (
    <nav class="row resource-nav" aria-label="Resources">
      {shown.map((each) => (
        <a
          key={each.name}
          href={hrefOf(each)}
          class="resource-link"
          aria-current={each === current ? 'page' : undefined}
          title={each.description}
        >
          {each.title} <span class="badge">{formatNumber(counts[each.name] ?? 0)}</span>
        </a>
      ))}
      <Menu
        kind="quiet"
        label="More"
        name="More resources"
        items={others.map((each) => ({
          title: `${each.title} (${formatNumber(counts[each.name] ?? 0)})`,
          isCurrent: each === current,
          run: () => router.navigate({ view: 'data', path: [each.name] }),
        }))}
      />
    </nav>
  )
}
