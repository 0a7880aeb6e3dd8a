import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { decodeJson } from '../../../../../engine/input/text/decode.ts'
import type { DetailedEntry } from '../../../../../entries/client/index.ts'
import { listIgnored, listOtherValues } from '../../../../../entries/mistakes/mistyped.ts'
import { findNearest } from '../../../../../entries/mistakes/nearest-operations.ts'
import { isObject } from '../../../components/forms/schema-kinds.ts'
import { Text } from '../../../components/text/text.tsx'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { useConsole, useRemote } from '../../../page/console.ts'
import { buildHref } from '../../../page/routes.ts'
import type { ResourceDescription } from '../../../store/api.ts'
import { hrefOf, idOf, nameRecord } from '../../data/record.ts'
import { isNumber, useFaults } from '../../faults/fault-actions.ts'
import { Funnel, findCulprit } from './funnel.tsx'

interface EntryProps {
  readonly entry: DetailedEntry
}

/** Why a request got its response: what was mistyped, a funnel, faults, and what it depends on. */
export function Why({ entry }: EntryProps) {
  const { page, faults } = entry.explanation
  return (
    <div class="stack">
      <Mistyped entry={entry} />
      <Created entry={entry} />
      <Issues entry={entry} />
      {entry.operation === null && <Nearest entry={entry} />}
      {page !== null && <Funnel entry={entry} />}
      {faults.length > 0 && <Faults entry={entry} />}
      <ResponseBasis entry={entry} />
      <Assumptions entry={entry} />
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly children: ComponentChildren
}

function Part({ title, children }: PartProps) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** The reason in words. It stands above all tabs. */
export function Words({ entry: { explanation } }: EntryProps) {
  const culprit = findCulprit(explanation)
  return (
    <div>
      {/* Below, faults are named with what they did. */}
      {explanation.summary
        .filter((sentence) => !/^The fault ".*" applied: /s.test(sentence))
        .map((sentence) => (
          <p key={sentence}>
            <Text most={1000} canExpand>
              {sentence}
            </Text>
          </p>
        ))}
      {culprit !== undefined && (
        <p>
          <strong>
            <Text>{culprit.title}</Text> removed all {formatNumber(culprit.removed)}.
          </strong>
        </p>
      )}
    </div>
  )
}

function Issues({ entry: { status, response } }: EntryProps) {
  const issues = status !== null && status >= 400 ? readIssues(response.body ?? '') : []
  if (issues.length === 0) return null
  return (
    <Part title={issues.length === 1 ? 'What is wrong' : `What is wrong: ${issues.length} issues`}>
      <ul>
        {issues.map(({ place, message }, index) => (
          <li key={index}>
            {place && (
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

function Nearest({ entry }: EntryProps) {
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

function Faults({ entry }: EntryProps) {
  return (
    <Part title="Faults that applied">
      <ul>
        {entry.explanation.faults.map((fault) => (
          <Fault key={fault.id} entry={entry} fault={fault} />
        ))}
      </ul>
    </Part>
  )
}

type FaultProps = { entry: DetailedEntry; fault: DetailedEntry['explanation']['faults'][number] }

/** What was injected, and how often. A fault that is not in the list of this session leads to its requests. */
function Fault({ entry, fault: { id, effect, applied, times } }: FaultProps) {
  const { session } = useConsole().connection
  const faults = useFaults(entry.session).data.value
  const isDrawn = applied === null
  const isLeft = faults?.some((fault) => fault.id === id)
  const isHere = isLeft && entry.session === session
  const href = buildHref(isHere ? { view: 'faults' } : { view: 'requests', query: { q: `fault=${id}` } })
  return (
    <li>
      Injected: {effect === 'status' ? entry.status : effect}
      {isDrawn && ' (drawn by chaos)'}
      {times !== null && `, ${applied} of ${formatCount(times, 'time')}`} (
      <a href={href}>
        <Text>{isNumber(id) ? 'the fault' : id}</Text>
      </a>
      {isLeft === false && !isDrawn && ', no longer active'})
    </li>
  )
}

/** The parameters that were ignored, and the values that no record has, each with what was probably meant. */
function Mistyped({ entry }: EntryProps) {
  const { explanation, operation, session } = entry
  const resource = useConsole().world.schemas.data.value?.resources.find(({ list }) => list?.operation === operation)
  const empty = explanation.filters.find(({ left, removed }) => left === 0 && removed > 0)
  return (
    <>
      {listIgnored(entry).map(({ name, similar }) => (
        <p key={name} class="field-issue">
          <Text>{name}</Text> was ignored: the operation has no such parameter.
          {similar !== undefined && ` Did you mean ${similar}?`}
        </p>
      ))}
      {empty !== undefined && resource !== undefined && <KnownValues {...{ resource, session }} filter={empty} />}
    </>
  )
}

type Filter = DetailedEntry['explanation']['filters'][number]
type KnownValuesProps = { filter: Filter; resource: ResourceDescription; session: string }

function KnownValues({ filter: { parameter, value }, resource, session }: KnownValuesProps) {
  const simulator = useConsole().connection.simulatorOf(session)
  const field = resource.list?.parameters.find(({ name }) => name === parameter)?.filters
  const totals = useRemote(() => simulator.totals(resource.name), { on: [], inputs: [resource.name] })
  // Those that have it can have been removed by the filters before.
  const counts = listOtherValues(value, totals.data.value?.by[field ?? ''])
  if (counts.length === 0) return null
  return (
    <p class="field-issue">
      Now, no {resource.singular} has <Text>{String(value)}</Text>;{' '}
      {counts.map(([each, count]) => `${formatNumber(count)} ${count === 1 ? 'has' : 'have'} ${each}`).join(', ')}.
    </p>
  )
}

/** The record that a request created or changed, and the fields that it sent. */
function Created({ entry: { method, path, status, body, response } }: EntryProps) {
  const { world } = useConsole()
  const sent = method === 'GET' || status === null || status >= 300 ? undefined : decodeJson(body ?? '')
  const got = decodeJson(response.body ?? '')
  const id = isObject(got) ? idOf(got) : undefined
  if (!isObject(sent) || !isObject(got) || id === undefined) return null
  // Below the path of a record, the response can be about another one.
  const place = path.replace(`/${id}`, '')
  const resource = world.schemas.data.value?.resources.find(({ list }) => list?.path === place)
  if (resource === undefined) return null
  return (
    <p>
      It {method === 'POST' ? 'created' : 'changed'} the {resource.singular}{' '}
      <a href={hrefOf(resource.name, id)}>
        <Text>{nameRecord(got)}</Text>
      </a>{' '}
      with <Text>{Object.keys(sent).join(', ')}</Text>.
    </p>
  )
}

/** Whether the response is documented, was seen, or is a guess. */
function ResponseBasis({ entry }: EntryProps) {
  const [mark, source] = entry.explanation.basis?.split(': ') ?? []
  if (mark === undefined) return null
  if (source === undefined) return <p class="muted">This response is a guess: nothing public says so.</p>
  const isOpen = Object.keys(entry.explanation.assumptions).length > 0
  const except = isOpen ? ', except for what assumptions decide' : ''
  return <p class="muted">{`This response ${mark === 'seen' ? 'was' : 'is'} ${mark} (${source})${except}.`}</p>
}

function Assumptions({ entry }: EntryProps) {
  const { connection, world } = useConsole()
  const [decided, setDecided] = useState<string | undefined>(undefined)
  const changed: object = world.state.data.value?.assumptions ?? {}
  // The request is asked again many times, so only if somebody looks.
  const findDecided = async (): Promise<void> => {
    const { requests } = connection.simulatorOf(entry.session)
    const found = await requests.get(entry.id, { decided: true }).catch(() => undefined)
    if (found != null && found.explanation.decided !== null) setDecided(found.explanation.words.at(-1))
  }
  const used = Object.entries(entry.explanation.assumptions)
  if (used.length === 0)
    return <p class="muted">{entry.status && entry.faults.length === 0 && 'The contract promises this response.'}</p>
  const list = (shown: typeof used) => (
    <ul class="request-assumptions">
      {shown.map(([id, value]) => (
        <li key={id}>
          <a href={buildHref({ view: 'assumptions', path: [id] })}>{id}</a> = {value}
        </li>
      ))}
    </ul>
  )
  return (
    <div>
      {list(used.filter(([id]) => id in changed))}
      <details onToggle={findDecided}>
        <summary>Depends on {formatCount(used.length, 'assumption')}</summary>
        {list(used)}
        {decided !== undefined && <p>{decided}</p>}
      </details>
    </div>
  )
}

/** Reads the issues in the body of an error, in any of the forms that the service can have, each with its place. */
function readIssues(body: string) {
  const value = decodeJson(body)
  if (!isObject(value)) return []
  const listed = [value.detail, value.errors, value.issues, value.violations].find(Array.isArray)
  if (listed !== undefined) return listed.flatMap(readIssue)
  const nested = isObject(value.error) ? value.error : value
  const texts = [nested.detail, nested.message, nested.title, nested.error]
  const message = texts.find((each) => typeof each === 'string')
  return message === undefined ? [] : [{ place: '', message }]
}

function readIssue(issue: unknown) {
  if (!isObject(issue)) return []
  const message = [issue.msg, issue.message, issue.detail, issue.code].find((each) => typeof each === 'string')
  const place = [issue.loc, issue.path, issue.pointer, issue.field, issue.param].find((each) => each !== undefined)
  if (message === undefined) return []
  return [{ place: Array.isArray(place) ? place.join('.') : String(place ?? ''), message }]
}
