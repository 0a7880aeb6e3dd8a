// One assumption: the question, and the answers to choose from.

import type { JSX } from 'preact'
import type { AssumptionEntry } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { buildHref } from '../../app/routes.ts'
import { formatCount } from '../../components/charts/bars.tsx'
import { Button } from '../../components/controls/button.tsx'
import { DisclosureRow } from '../../components/lists/disclosure-row.tsx'
import { Text } from '../../components/text/text.tsx'
import { AssumptionValues } from './assumption-values.tsx'
import { isChanged } from './entry-filter.ts'

type RowProps = { entry: AssumptionEntry; isOpen: boolean; startsOpen: boolean }

/** A row that opens to the meaning of each value. */
export function AssumptionRow({ entry, isOpen, startsOpen }: RowProps): JSX.Element {
  const { router } = useConsole()
  const { query } = router.route.value
  const toggle = () => router.navigate({ view: 'assumptions', path: isOpen ? [] : [entry.id], query })
  const head = (
    <>
      <span>{entry.question}</span>
      <span class="assumption-value">
        <code>{entry.id}</code> = <Text>{entry.value}</Text>
      </span>
      <span class="assumption-marks muted">
        {isChanged(entry) && <span class="assumption-changed">changed</span>}
        {entry.requests > 0 && <span>{formatCount(entry.requests, 'request')}</span>}
      </span>
    </>
  )
  return (
    <DisclosureRow {...{ head, isOpen, startsOpen }} onToggle={toggle}>
      <div class="stack assumption-body">
        <AssumptionValues entry={entry} />
        {entry.learned && <Text canExpand>{entry.learned}</Text>}
        <Notes entry={entry} />
      </div>
    </DisclosureRow>
  )
}

function Notes({ entry: { id, section, requests, value, preset } }: { entry: AssumptionEntry }): JSX.Element {
  const { worldActions } = useConsole()
  return (
    <div class="row spread">
      <span class="muted">
        The written contract leaves it open in section {section.replace(/, (?=\S+$)/, ' and ')}.{' '}
        {requests === 0 ? (
          'No request has depended on it yet.'
        ) : (
          <>
            <a href={buildHref({ view: 'requests', query: { q: `assumption=${id}` } })}>
              {formatCount(requests, 'request')}
            </a>{' '}
            depended on it.
          </>
        )}
      </span>
      {value !== preset && <Button onClick={() => void worldActions.assume(id, preset)}>Use the preset’s value</Button>}
    </div>
  )
}
