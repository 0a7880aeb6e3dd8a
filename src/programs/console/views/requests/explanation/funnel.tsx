import { useState } from 'preact/hooks'
import { decodeQuery } from '../../../../../engine/input/text/decode.ts'
import type { DetailedEntry, ExplainedEntry } from '../../../../../entries/client/index.ts'
import { Text } from '../../../components/text/text.tsx'
import { formatNumber } from '../../../format/numbers.ts'
import { useConsole } from '../../../page/console.ts'

interface FunnelProps {
  readonly entry: DetailedEntry
}

/** The funnel from all records to those of the page. */
export function Funnel({ entry }: FunnelProps) {
  const steps = listFunnelSteps(entry.explanation)
  return (
    <section>
      <h3>From all records to this page</h3>
      <ol class="column funnel" aria-label="Records that each filter left">
        {steps.map((step, index) => (
          <Step key={`${step.title}${index}`} step={step} entry={entry} />
        ))}
      </ol>
      {steps.length <= 1 && <p class="muted">The request has no filter.</p>}
    </section>
  )
}

interface StepProps {
  readonly step: FunnelStep
  readonly entry: DetailedEntry
}

function Step({ step, entry }: StepProps) {
  const { title, parameter, left, removed, share } = step
  return (
    <li>
      <span class="funnel-number">{formatNumber(left)}</span>
      <span class={`track${left === 0 ? ' funnel-zero' : ''}`} aria-hidden="true">
        {left > 0 && <span class="bar" style={{ width: `${share * 100}%` }} />}
      </span>
      <span class="funnel-title">
        <Text>{title}</Text>
        {parameter !== null && (
          <span class={removed > 0 && left === 0 ? 'error' : 'muted'}>
            {' '}
            {removed === 0 ? 'removed none' : `removed ${formatNumber(removed)}`}
          </span>
        )}
      </span>
      {parameter !== null && removed > 0 && <TryWithout entry={entry} parameter={parameter} />}
    </li>
  )
}

interface TryWithoutProps {
  readonly entry: DetailedEntry
  readonly parameter: string
}

function TryWithout({ entry, parameter }: TryWithoutProps) {
  const { connection, announcer } = useConsole()
  const [result, setResult] = useState<string | undefined>(undefined)
  const { session, path, query } = entry
  const simulator = connection.simulatorOf(session)
  const ask = async () => {
    setResult('…')
    const text = await simulator.ask({ path, query: dropParameter(query, parameter) }).then(
      ({ status, explanation }) => describeAnswer(status, explanation.page?.matching),
      (error: Error) => error.message,
    )
    setResult(text)
    announcer.announce(`Without ${parameter}: ${text}`)
  }
  const title = `Ask for the list without ${parameter}. It is not recorded.`
  return (
    <span class="funnel-try">
      {result && `without it: ${result}`}
      {!result && (
        <button type="button" class="link" title={title} onClick={ask}>
          Try without
        </button>
      )}
    </span>
  )
}

function describeAnswer(status: number, matching: number | undefined): string {
  if (status !== 200 || matching === undefined) return `status ${status}`
  return matching === 1 ? '1 matches now' : `${formatNumber(matching)} match now`
}

type FunnelStep = ReturnType<typeof listFunnelSteps>[number]

/** Lists the steps from all records to those of the page. It is empty if the response is not a page. */
export function listFunnelSteps({ filters, page }: ExplainedEntry['explanation']) {
  if (page === null) return []
  const { total, matching, returned } = page
  // Only a filter has a parameter. The share is the length of the bar from 0 to 1.
  const describe = (title: string, left: number, removed = 0, parameter: string | null = null) => ({
    ...{ title, parameter, left, removed },
    share: left / Math.max(1, total),
  })
  return [
    describe('all', total),
    ...filters.map(({ parameter, value, removed, left }) =>
      describe(`${parameter}=${showValue(value)}`, left, removed, parameter),
    ),
    ...(returned === matching ? [] : [describe('on this page', returned)]),
  ]
}

/** Finds the filter that removed the remaining records. */
export function findCulprit(explanation: ExplainedEntry['explanation']): FunnelStep | undefined {
  return listFunnelSteps(explanation).find(({ left, removed }) => left === 0 && removed > 0)
}

/** Removes a parameter from a query, and leaves the others as they were encoded. */
export function dropParameter(query: string, name: string): string {
  return query
    .split('&')
    .filter((part) => part !== '' && decodeQuery(part.replace(/=.*/s, '')) !== name)
    .join('&')
}

function showValue(value: unknown): string {
  return Array.isArray(value) ? value.map(showValue).join(', ') : String(value)
}
