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
      <pre class="toast-code">{COMMAND}</pre>
    </Panel>
  )
}
