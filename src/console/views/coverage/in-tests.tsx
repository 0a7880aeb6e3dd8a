// How a test run gets the same report.

import type { JSX } from 'preact'
import { CopyButton } from '../../components/copy-button.tsx'
import { Panel } from '../../components/panel.tsx'

const COMMAND = `DEPLOYMOCK_COVERAGE=coverage NODE_OPTIONS='--import deploymock/coverage/register' npm test
npx deploymock coverage coverage`

/** The command that prints the same report for a test run. */
export function InTests(): JSX.Element {
  return (
    <Panel title="The same for your tests" actions={<CopyButton text={COMMAND} what="the command" />}>
      <p class="muted">Collects the coverage of a test run and prints what is missing.</p>
      <pre class="coverage-command">{COMMAND}</pre>
    </Panel>
  )
}
