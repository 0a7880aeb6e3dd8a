import { useState } from 'preact/hooks'
import type { ControlCoverage } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { formatNumber } from '../../components/charts/bars.tsx'
import { Button } from '../../components/controls/button.tsx'
import { FilterField, hasWords } from '../../components/forms/filter-field.tsx'
import { DisclosureRow } from '../../components/lists/disclosure-row.tsx'
import { EmptyState, Panel } from '../../components/panels.tsx'

/** The operations, searchable. What is searched for and open is part of the URL. */
export function CoverageTable({ coverage: { operations, covered, total } }: { coverage: ControlCoverage }) {
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

function NothingFound({ isSearch }: { isSearch: boolean }) {
  const { router } = useConsole()
  const choices = <Button onClick={() => router.setQuery({ q: undefined, show: 'all' })}>Show all</Button>
  return <EmptyState title={isSearch ? 'No case contains these words' : 'Nothing is missing'} choices={choices} />
}

type RowProps = { operation: CoveredOperation; isOpen: boolean; startsOpen: boolean }

function OperationRow({ operation, isOpen, startsOpen }: RowProps) {
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
      <CoveredShare covered={covered} total={total} />
    </>
  )
  return (
    <DisclosureRow {...{ head, isOpen, startsOpen }} onToggle={toggle}>
      <CaseGroups cases={cases} />
    </DisclosureRow>
  )
}

/** A bar with its numbers as text: `11 of 51`. */
export function CoveredShare({ covered, total, unit }: { covered: number; total: number; unit?: string }) {
  return (
    <span class="column covered-share">
      <span class="track covered-track" aria-hidden="true">
        {covered > 0 && <span class="bar" style={{ width: `${(covered / total) * 100}%` }} />}
      </span>
      <span class="number">
        {covered} of {total}
        {unit !== undefined && ` ${unit}`}
      </span>
    </span>
  )
}

const SUBJECTS: Readonly<Record<string, string>> = {
  answers: 'Responses',
  pages: 'Pages',
  errors: 'Errors',
}

function CaseGroups({ cases }: { cases: readonly CoveredCase[] }) {
  return (
    <dl class="stack tight case-groups">
      {groupCases(cases).map(({ name, cases: grouped }) => (
        <div key={name} class="column pair">
          <dt>{SUBJECTS[name] ?? <code>{name}</code>}</dt>
          <dd>
            <ul class="row">
              {grouped.map((each) => (
                <Case key={each.id} case={each} />
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Case({ case: { id, covered, requests } }: { case: CoveredCase }) {
  return (
    <li class={covered ? 'case' : 'case case-missing'}>
      <span class={covered ? 'ok' : ''} aria-hidden="true">
        {covered ? '✓' : '○'}
      </span>
      <span>
        {splitCase(id).what}
        <span class="visually-hidden">{covered ? ', covered' : ', missing'}</span>
      </span>
      {covered && <span class="muted">×{formatNumber(requests)}</span>}
    </li>
  )
}

type CoveredOperation = ControlCoverage['operations'][number]
type CoveredCase = CoveredOperation['cases'][number]

/**
 * Finds the operations that have cases to show, with only these cases.
 *
 * @param text all of its words must occur in the operation or the case
 * @param hidden those that are not shown while they are covered
 */
function findOperations(
  operations: readonly CoveredOperation[],
  { text, hidden }: { text: string; hidden: ReadonlySet<string> | undefined },
): readonly CoveredOperation[] {
  return operations
    .map((operation) => {
      const isFound = ({ id, title, covered }: CoveredCase) => {
        const isHidden = covered && hidden?.has(`${operation.name} ${id}`)
        return !isHidden && hasWords(`${operation.name} ${title}`, text)
      }
      return { ...operation, cases: operation.cases.filter(isFound) }
    })
    .filter(({ cases }) => cases.length > 0)
}

function listCovered(operations: readonly CoveredOperation[]): readonly string[] {
  return operations.flatMap(({ name, cases }) =>
    cases.filter(({ covered }) => covered).map(({ id }) => `${name} ${id}`),
  )
}

/** Groups cases by what they are about: a parameter, the responses, the pages or the errors. */
function groupCases(cases: readonly CoveredCase[]) {
  const names = [...new Set(cases.map(({ id }) => splitCase(id).subject))]
  return names.map((name) => ({ name, cases: cases.filter(({ id }) => splitCase(id).subject === name) }))
}

/** Splits the id of a case: `limit/2 to 99`. */
function splitCase(id: string): { subject: string; what: string } {
  const [, subject = '', what = ''] = /^([^/]*)\/(.*)$/s.exec(id) ?? []
  return { subject, what }
}
