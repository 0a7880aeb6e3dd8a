import type { ControlCoverage } from '../../../../entries/client/index.ts'
import { ConfirmButton } from '../../components/controls/dialog.tsx'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import { Ago } from '../../components/text/ago.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { useConsole, useRemote } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import { CoverageTable, CoveredShare } from './coverage-table.tsx'

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

/** The totals, since when requests are counted, and a button that clears it. */
function CoverageSummary({ coverage }: { coverage: ControlCoverage }) {
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
