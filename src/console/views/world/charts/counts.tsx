import { useConsole } from '../../../app/console.ts'
import { buildHref } from '../../../app/routes.ts'
import { formatNumber } from '../../../components/charts/bars.tsx'
import { capitalize } from '../../../components/forms/schema-kinds.ts'
import { Panel, RemotePanel } from '../../../components/panels.tsx'
import type { ResourceDescription } from '../../../store/api.ts'

/** The number of records of each resource. */
export function Counts() {
  const { world } = useConsole()
  const counts: Readonly<Record<string, number>> = world.state.data.value?.counts ?? {}
  const isShown = ({ name, isMinor }: ResourceDescription) => !isMinor || (counts[name] ?? 0) > 0
  // The others are important enough to be shown when there are none.
  return (
    <Panel title="Records">
      <RemotePanel remote={world.schemas} what="the resources">
        {({ resources }) => (
          <ul class="row counts">
            {[...resources]
              .filter(isShown)
              .sort((one, other) => Number(one.isMinor) - Number(other.isMinor) || rank(one) - rank(other))
              .map(({ name, title, singular, description }) => (
                <li key={name} title={description}>
                  <a href={buildHref({ view: 'data', path: [name] })}>
                    <span class="count">{formatNumber(counts[name] ?? 0)}</span>{' '}
                    <u>{counts[name] === 1 ? capitalize(singular) : title}</u>
                  </a>
                </li>
              ))}
          </ul>
        )}
      </RemotePanel>
    </Panel>
  )
}

// What the service lists comes first.
function rank({ states, list }: ResourceDescription): number {
  return states !== null && list !== null ? 0 : 1
}
