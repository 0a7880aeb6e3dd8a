import { useConsole, useRemote } from '../../app/console.ts'
import { defineView } from '../../app/view.ts'
import { RemotePanel } from '../../components/panels.tsx'
import { CoverageSummary } from './coverage-summary.tsx'
import { CoverageTable } from './coverage-table.tsx'

/** Shows which cases of the contract the requests have covered. */
export const coverageView = defineView({
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
})

function Coverage() {
  const { connection } = useConsole()
  const coverage = useRemote(() => connection.simulator.coverage.read(), { on: ['requests', 'assumptions'] })
  return (
    <div class="view">
      <p class="view-introduction">Which cases of the contract your client has covered.</p>
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
