// One assumption: the question, and the answers to choose from.

import type { JSX } from 'preact'
import { useConsole } from '../../app/console.ts'
import { buildHref } from '../../app/routes.ts'
import { formatNumber } from '../../components/bars.tsx'
import { Button } from '../../components/button.tsx'
import { Text } from '../../components/text.tsx'
import type { Assumption } from '../../store/api.ts'
import { AssumptionValues } from './assumption-values.tsx'
import { isChanged } from './entry-filter.ts'

export interface AssumptionRowProps {
  entry: Assumption
  isOpen: boolean
}

/** A row that opens to the meaning of each value. */
export function AssumptionRow({ entry, isOpen }: AssumptionRowProps): JSX.Element {
  const { router } = useConsole()
  const { query } = router.route.value
  const toggle = () => router.navigate({ view: 'assumptions', path: isOpen ? [] : [entry.id], query })
  const panel = `assumption-${entry.id}`
  return (
    <li class="assumption">
      <button
        type="button"
        class="assumption-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={toggle}
      >
        <span class="assumption-question">{entry.question}</span>
        <span class="assumption-value">
          <code>{entry.id}</code> = <Text most={60}>{entry.value}</Text>
        </span>
        <Marks entry={entry} />
      </button>
      {isOpen && (
        <div id={panel} class="assumption-body">
          <AssumptionValues key={entry.value} entry={entry} />
          <Notes entry={entry} />
        </div>
      )}
    </li>
  )
}

function Marks({ entry }: { entry: Assumption }): JSX.Element {
  return (
    <span class="assumption-marks muted">
      {isChanged(entry) && <span class="assumption-changed">changed</span>}
      {entry.requests > 0 && <span>used by {formatNumber(entry.requests)}</span>}
    </span>
  )
}

function Notes({ entry: { id, section, requests, value, preset } }: { entry: Assumption }): JSX.Element {
  const { worldActions } = useConsole()
  return (
    <div class="row spread">
      <span class="muted">
        Left open by section {section} of the contract.{' '}
        {requests === 0 ? (
          'No request has depended on it yet.'
        ) : (
          <>
            <a href={buildHref({ view: 'requests', query: { q: `assumption=${id}` } })}>
              {requests === 1 ? 'One request' : `${formatNumber(requests)} requests`}
            </a>{' '}
            depended on it.
          </>
        )}
      </span>
      {value !== preset && <Button onClick={() => void worldActions.assume(id, preset)}>Use the preset’s value</Button>}
    </div>
  )
}
