// Why a request got its response.

import type { ComponentChildren, JSX } from 'preact'
import type { DetailedEntry } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { buildHref } from '../../app/routes.ts'
import { Text } from '../../components/text.tsx'
import { readIssues } from './error-issues.ts'
import { Funnel } from './funnel.tsx'
import { findCulprit } from './funnel-steps.ts'
import { findNearest } from './nearest-operations.ts'

/** Why a request got its response: in words, as a funnel, and what it depends on. */
export function WhyTab({ entry }: { entry: DetailedEntry }): JSX.Element {
  const { page, faults } = entry.explanation
  return (
    <div class="stack request-why">
      <Words entry={entry} />
      <Issues entry={entry} />
      {entry.operation === null && <Nearest entry={entry} />}
      {page !== null && <Funnel entry={entry} />}
      {faults.length > 0 && <Faults faults={faults} />}
      <Assumptions entry={entry} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Words({ entry: { explanation } }: { entry: DetailedEntry }): JSX.Element {
  const culprit = findCulprit(explanation)
  return (
    <div>
      {explanation.summary.map((sentence) => (
        <p key={sentence}>
          <Text most={1000} canExpand>
            {sentence}
          </Text>
        </p>
      ))}
      {culprit !== undefined && (
        <p>
          <strong>
            <Text most={200}>{culprit.title}</Text> removed the remaining {culprit.removed.toLocaleString('en')}.
          </strong>
        </p>
      )}
    </div>
  )
}

function Issues({ entry: { status, response } }: { entry: DetailedEntry }): JSX.Element | null {
  const issues = status !== null && status >= 400 ? readIssues(response?.body ?? '') : []
  if (issues.length === 0) return null
  return (
    <Part title={issues.length === 1 ? 'What is wrong' : `What is wrong: ${issues.length} issues`}>
      <ul>
        {issues.map(({ place, message }, index) => (
          <li key={index}>
            {place !== '' && (
              <>
                <code>
                  <Text>{place}</Text>
                </code>
                {': '}
              </>
            )}
            <Text most={500}>{message}</Text>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Nearest({ entry }: { entry: DetailedEntry }): JSX.Element | null {
  const { world } = useConsole()
  const nearest = findNearest(entry, world.schemas.data.value?.operations ?? [])
  if (nearest.length === 0) return null
  return (
    <Part title="Did the client mean one of these operations?">
      <ul>
        {nearest.map(({ name, method, path }) => (
          <li key={name}>
            <code>
              {method} {path}
            </code>{' '}
            <span class="muted">{name}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Faults({ faults }: { faults: DetailedEntry['explanation']['faults'] }): JSX.Element {
  return (
    <Part title="Faults that applied">
      <ul>
        {faults.map(({ id, effect }) => (
          <li key={id}>
            <a href={buildHref({ view: 'faults', path: [id] })}>
              <Text>{id}</Text>
            </a>
            : {effect}
            {id.startsWith('chaos-') && <span class="muted"> (drawn by chaos)</span>}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Assumptions({ entry }: { entry: DetailedEntry }): JSX.Element {
  const { assumptions, faults } = entry.explanation
  const used = Object.entries(assumptions)
  const none = faults.length > 0 ? 'None.' : 'None: the contract promises this response.'
  return (
    <Part title="Assumptions it depends on">
      <p class="muted">
        {used.length === 0
          ? none
          : 'The contract leaves these questions open. With another value, the response can be another one.'}
      </p>
      {used.length > 0 && (
        <ul class="request-assumptions">
          {used.map(([id, value]) => (
            <li key={id}>
              <a href={buildHref({ view: 'assumptions', path: [id] })}>{id}</a> = {value}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
