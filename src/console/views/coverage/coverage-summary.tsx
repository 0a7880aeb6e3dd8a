import type { ControlCoverage } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { formatNumber } from '../../components/charts/bars.tsx'
import { ConfirmButton } from '../../components/controls/dialog.tsx'
import { Panel } from '../../components/panels.tsx'
import { Ago } from '../../components/text/ago.tsx'

/** The totals, since when requests are counted, and a button that clears it. */
export function CoverageSummary({ coverage }: { coverage: ControlCoverage }) {
  const { actions, connection } = useConsole()
  const { covered, total, since, missed } = coverage
  const clear = () =>
    actions.run({
      title: ['Clear', 'Cleared', 'the coverage'],
      code: 'await simulator.coverage.clear()',
      run: () => connection.simulator.coverage.clear(),
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
        <span class="coverage-figure">{formatPercent(covered, total)}</span>
        <Share covered={covered} total={total} unit="cases" />
      </div>
      <p class="muted">
        Counting began <Ago at={since} /> with the logged requests.
        {missed > 0 && ` ${formatNumber(missed)} requests were not counted.`}
      </p>
    </Panel>
  )
}

// Rounded down, so that it is 100 only if all cases happened.
function formatPercent(covered: number, total: number): string {
  const tenths = total === 0 ? 1000 : Math.floor((covered / total) * 1000)
  return `${tenths < 100 ? tenths / 10 : Math.floor(tenths / 10)} %`
}

/** A bar with its numbers as text: `11 of 51`. */
export function Share({ covered, total, unit }: { covered: number; total: number; unit?: string }) {
  return (
    <span class="covered-share">
      <span class="covered-track" aria-hidden="true">
        {covered > 0 && <span class="bar" style={{ width: `${(covered / total) * 100}%` }} />}
      </span>
      <span class="number">
        {covered} of {total}
        {unit !== undefined && ` ${unit}`}
      </span>
    </span>
  )
}
