import { useState } from 'preact/hooks'
import type { ControlCoverage } from '../../../../entries/client/index.ts'
import { ConfirmButton } from '../../components/controls/dialog.tsx'
import { hasWords } from '../../components/forms/filter-field.tsx'
import { DisclosureRow } from '../../components/lists/disclosure-row.tsx'
import { RegisterList } from '../../components/lists/register.tsx'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import { Ago } from '../../components/text/ago.tsx'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { useConsole, useRemote } from '../../page/console.ts'
import type { View } from '../../page/view.ts'

const SUBJECTS: Readonly<Record<string, string>> = { answers: 'Responses', pages: 'Pages', errors: 'Errors' }

/** Shows which cases of the contract the requests have covered. */
export const coverageView: View = {
  id: 'coverage',
  title: 'Coverage',
  key: 'c',
  render: Coverage,
  commands: ({ router }) => [
    {
      title: 'Show what is not covered yet',
      words: 'untested coverage',
      run: () => router.navigate({ view: 'coverage' }),
    },
  ],
}

function Coverage() {
  const { connection } = useConsole()
  const coverage = useRemote(() => connection.simulator.coverage.read(), { on: ['requests', 'assumptions'] })
  return (
    <div class="column view">
      <p class="muted">Which cases of the contract your client has covered.</p>
      <RemotePanel remote={coverage} what="the coverage">
        {(current) => (
          <>
            <CoverageSummary coverage={current} />
            <CoverageTable coverage={current} />
          </>
        )}
      </RemotePanel>
    </div>
  )
}

interface CoverageProps {
  readonly coverage: ControlCoverage
}

/** The totals, since when requests are counted, and a button that clears it. */
function CoverageSummary({ coverage }: CoverageProps) {
  const { actions } = useConsole()
  const { covered, total, since, missed } = coverage
  const clear = () =>
    actions.run({
      title: ['Clear', 'Cleared', 'the coverage'],
      run: ({ coverage }) => coverage.clear(),
    })
  return (
    <Panel
      title="All operations"
      actions={
        <ConfirmButton label="Clear…" title="Clear the coverage?" verb="Clear the coverage" onConfirm={clear}>
          This cannot be undone.
        </ConfirmButton>
      }
    >
      <div class="row">
        <span class="figure">{formatPercent(covered, total)}</span>
        <CoveredShare covered={covered} total={total} unit="cases" />
      </div>
      <p class="muted">
        Counting began <Ago at={since} /> with the logged requests.
        {missed > 0 && ` ${formatCount(missed, 'request')} ${missed === 1 ? 'was' : 'were'} not counted.`}
      </p>
    </Panel>
  )
}

// Rounded down, so that it is 100 only if all cases happened.
function formatPercent(covered: number, total: number): string {
  const tenths = total === 0 ? 1000 : Math.floor((covered / total) * 1000)
  return `${tenths < 100 ? tenths / 10 : Math.floor(tenths / 10)} %`
}

/** The operations, searchable. What is searched for and open is part of the URL. */
function CoverageTable({ coverage: { operations, covered, total } }: CoverageProps) {
  const { query, path } = useConsole().router.route.value
  const { q = '', show } = query
  // What is covered from now on stays, so that nothing moves.
  const [before] = useState(() => new Set(listCovered(operations)))
  const found = findOperations(operations, q, show === 'all' ? undefined : before)
  // At first, what is missing of the operations that the client uses.
  const [open] = path
  const [used] = useState(() => operations.filter(({ covered, total }) => covered > 0 && covered < total))
  return (
    <RegisterList
      title="Operations"
      label="Operations"
      search="Search cases"
      choices={[{ title: `Missing ${total - covered}` }, { title: `All ${total}`, show: 'all' }]}
      items={found}
      empty={q === '' ? 'Nothing is missing' : 'No case contains these words'}
      all="all"
      render={(operation) => (
        <OperationRow
          key={operation.name}
          operation={operation}
          // A search shows what it has found.
          isOpen={operation.name === open || q !== ''}
          startsOpen={open === undefined && used.some(({ name }) => name === operation.name)}
        />
      )}
    />
  )
}

type RowProps = { operation: CoveredOperation; isOpen: boolean; startsOpen: boolean }

function OperationRow({ operation, isOpen, startsOpen }: RowProps) {
  const { router, world } = useConsole()
  const { name, covered, total, cases } = operation
  const { query } = router.route.value
  const declared = world.schemas.data.value?.operations.find((each) => each.name === name)
  const toggle = () =>
    router.navigate({ view: 'coverage', ...(isOpen ? { query: { ...query, q: undefined } } : { path: [name], query }) })
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

interface CoveredShareProps {
  readonly covered: number
  readonly total: number
  readonly unit?: string
}

/** A bar with its numbers as text: `11 of 51`. */
function CoveredShare({ covered, total, unit }: CoveredShareProps) {
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

interface CaseGroupsProps {
  readonly cases: readonly CoveredCase[]
}

/** Cases by what they are about: a parameter, the responses, the pages or the errors. */
function CaseGroups({ cases }: CaseGroupsProps) {
  const names = [...new Set(cases.map(({ id }) => splitCase(id).subject))]
  return (
    <dl class="stack tight">
      {names.map((name) => (
        <div key={name} class="column pair">
          <dt>{SUBJECTS[name] ?? <code>{name}</code>}</dt>
          <dd>
            <ul class="row">
              {cases
                .filter(({ id }) => splitCase(id).subject === name)
                .map((each) => (
                  <Case key={each.id} case={each} />
                ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface CaseProps {
  readonly case: CoveredCase
}

function Case({ case: { id, covered, requests } }: CaseProps) {
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

/** Finds the operations with cases to show, and only these. @param hidden those that are not shown while covered */
function findOperations(
  operations: readonly CoveredOperation[],
  text: string,
  hidden: ReadonlySet<string> | undefined,
): readonly CoveredOperation[] {
  return operations.flatMap((operation) => {
    const isHidden = ({ id, covered }: CoveredCase) => covered && hidden?.has(`${operation.name} ${id}`)
    const cases = operation.cases.filter((each) => !isHidden(each) && hasWords(`${operation.name} ${each.title}`, text))
    return cases.length === 0 ? [] : { ...operation, cases }
  })
}

function listCovered(operations: readonly CoveredOperation[]): readonly string[] {
  return operations.flatMap(({ name, cases }) =>
    cases.filter(({ covered }) => covered).map(({ id }) => `${name} ${id}`),
  )
}

/** Splits the id of a case: `limit/2 to 99`. */
function splitCase(id: string): { subject: string; what: string } {
  const [, subject = '', what = ''] = /^([^/]*)\/(.*)$/s.exec(id) ?? []
  return { subject, what }
}
