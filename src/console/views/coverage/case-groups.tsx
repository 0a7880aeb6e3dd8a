// The cases of an operation: which ones happened, and a request for those that did not.

import type { JSX } from 'preact'
import { useConsole } from '../../app/console.ts'
import { formatNumber } from '../../components/charts/bars.tsx'
import type { Schemas } from '../../store/api.ts'
import { useSend } from '../requests/actions/use-send.ts'
import { buildExample } from './example.ts'
import { type CoveredCase, groupCases, splitCase } from './find-cases.ts'

type Operation = Schemas['operations'][number]

const SUBJECTS: Readonly<Record<string, string>> = {
  answers: 'Responses',
  pages: 'Pages',
  errors: 'Errors',
}

type CaseGroupsProps = { cases: readonly CoveredCase[]; operation: Operation | undefined }

/** The cases by what they are about. */
export function CaseGroups({ cases, operation }: CaseGroupsProps): JSX.Element {
  return (
    <dl class="stack case-groups">
      {groupCases(cases).map(({ name, cases: grouped }) => (
        <div key={name}>
          <dt>{SUBJECTS[name] ?? <code>{name}</code>}</dt>
          <dd>
            <ul class="cases">
              {grouped.map((each) => (
                <Case key={each.id} case={each} operation={operation} />
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Case({ case: coveredCase, operation }: { case: CoveredCase; operation: Operation | undefined }): JSX.Element {
  const { id, title, covered, requests } = coveredCase
  const send = useSend()
  const url = useConsole().connection.serviceUrl
  const example = covered ? undefined : buildExample(id, operation)
  return (
    <li class={covered ? 'case' : 'case case-missing'}>
      <span aria-hidden="true">{covered ? '✓' : '○'}</span>
      <span>
        {splitCase(id).what}
        <span class="visually-hidden">{covered ? ', covered' : ', missing'}</span>
      </span>
      {covered && <span class="muted">×{formatNumber(requests)}</span>}
      {example !== undefined && (
        <button
          type="button"
          class="link"
          title={`Send GET ${example}`}
          aria-label={`send one: ${title}`}
          onClick={() =>
            void send(
              { method: 'GET', url: url + example, headers: [], body: null, lacksBody: false },
              `Send GET ${example}`,
            )
          }
        >
          send one
        </button>
      )}
    </li>
  )
}
