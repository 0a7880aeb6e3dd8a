// The cases of an operation, and which of them happened.

import type { JSX } from 'preact'
import { formatNumber } from '../../components/charts/bars.tsx'
import { type CoveredCase, groupCases, splitCase } from './find-cases.ts'

const SUBJECTS: Readonly<Record<string, string>> = {
  answers: 'Responses',
  pages: 'Pages',
  errors: 'Errors',
}

/** The cases by what they are about. */
export function CaseGroups({ cases }: { cases: readonly CoveredCase[] }): JSX.Element {
  return (
    <dl class="stack case-groups">
      {groupCases(cases).map(({ name, cases: grouped }) => (
        <div key={name}>
          <dt>{SUBJECTS[name] ?? <code>{name}</code>}</dt>
          <dd>
            <ul class="cases">
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

function Case({ case: { id, covered, requests } }: { case: CoveredCase }): JSX.Element {
  return (
    <li class={covered ? 'case' : 'case case-missing'}>
      <span aria-hidden="true">{covered ? '✓' : '○'}</span>
      <span>
        {splitCase(id).what}
        <span class="visually-hidden">{covered ? ', covered' : ', missing'}</span>
      </span>
      {covered && <span class="muted">×{formatNumber(requests)}</span>}
    </li>
  )
}
