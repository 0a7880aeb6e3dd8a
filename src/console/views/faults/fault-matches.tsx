// Which of the past requests a fault would have matched.

import type { JSX } from 'preact'
import type { FaultInput } from '../../../client/index.ts'
import { useConsole, useRemote } from '../../app/console.ts'
import { buildHref } from '../../app/routes.ts'
import { formatCount } from '../../components/bars.tsx'

/** Says how many requests of the journal a fault would have matched. */
export function FaultMatches({ fault }: { fault: FaultInput }): JSX.Element | null {
  const { connection } = useConsole()
  const matches = useRemote(
    () =>
      // While somebody types, the fault may be invalid. The form says so when it is submitted.
      connection.simulator.faults.matches(fault).catch(() => undefined),
    { on: ['requests'], inputs: [JSON.stringify(fault)] },
  )
  const found = matches.data.value
  if (found === undefined) return null
  const [last] = found.requests
  if (last === undefined) return <p class="muted">It would have matched none of the requests so far.</p>
  return (
    <p class="muted">
      It would have matched {formatCount(found.matching, 'request')} so far, last{' '}
      <a href={buildHref({ view: 'requests', path: [String(last)] })}>request {last}</a>.
    </p>
  )
}
