// The operations, each with its cases.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ControlCoverage } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/controls/button.tsx'
import { FilterField } from '../../components/forms/filter-field.tsx'
import { DisclosureRow } from '../../components/lists/disclosure-row.tsx'
import { EmptyState } from '../../components/panels/empty-state.tsx'
import { Panel } from '../../components/panels/panel.tsx'
import { CaseGroups } from './case-groups.tsx'
import { Share } from './coverage-summary.tsx'
import { type CoveredOperation, findOperations, listCovered } from './find-cases.ts'

/** The operations, searchable. What is searched for and open is part of the URL. */
export function CoverageTable({
  coverage: { operations, covered, total },
}: {
  coverage: ControlCoverage
}): JSX.Element {
  const { router } = useConsole()
  const { query, path } = router.route.value
  const text = query.q ?? ''
  const isAll = query.show === 'all'
  // What is covered from now on stays, so that nothing moves.
  const [before] = useState(() => new Set(listCovered(operations)))
  const found = findOperations(operations, { text, hidden: isAll ? undefined : before })
  // At first, what is missing of the operations that the client uses.
  const [open] = path
  const [used] = useState(() => operations.filter(({ covered, total }) => covered > 0 && covered < total))
  return (
    <Panel title="Operations">
      <div class="row">
        <FilterField label="Search cases" value={text} onChange={(q) => router.setQuery({ q })} />
        <Button isPressed={!isAll} onClick={() => router.setQuery({ show: undefined })}>
          Missing {total - covered}
        </Button>
        <Button isPressed={isAll} onClick={() => router.setQuery({ show: 'all' })}>
          All {total}
        </Button>
      </div>
      {found.length === 0 ? (
        <NothingFound isSearch={text !== ''} />
      ) : (
        <ul class="register" aria-label="Operations">
          {found.map((operation) => (
            <OperationRow
              key={operation.name}
              operation={operation}
              // A search shows what it has found.
              isOpen={operation.name === open || text !== ''}
              startsOpen={open === undefined && used.some(({ name }) => name === operation.name)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NothingFound({ isSearch }: { isSearch: boolean }): JSX.Element {
  const { router } = useConsole()
  const choices = <Button onClick={() => router.setQuery({ q: undefined, show: 'all' })}>Show all</Button>
  return <EmptyState title={isSearch ? 'No case contains these words' : 'Nothing is missing'} choices={choices} />
}

type RowProps = { operation: CoveredOperation; isOpen: boolean; startsOpen: boolean }

function OperationRow({ operation, isOpen, startsOpen }: RowProps): JSX.Element {
  const { router, world } = useConsole()
  const { name, covered, total, cases } = operation
  const { query } = router.route.value
  const declared = world.schemas.data.value?.operations.find((each) => each.name === name)
  const toggle = () =>
    router.navigate({
      view: 'coverage',
      path: isOpen ? [] : [name],
      query: isOpen ? { ...query, q: undefined } : query,
    })
  const head = (
    <>
      <span>
        <strong>{name === 'no operation' ? 'Other requests' : name}</strong>{' '}
        <code class="muted">{declared === undefined ? '' : `${declared.method} ${declared.path}`}</code>
      </span>
      <Share covered={covered} total={total} />
    </>
  )
  return (
    <DisclosureRow {...{ head, isOpen, startsOpen }} onToggle={toggle}>
      <CaseGroups cases={cases} />
    </DisclosureRow>
  )
}
