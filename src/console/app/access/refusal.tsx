// What the page shows if the server refuses it: it wants a token, or the session does not exist.

import type { JSX } from 'preact'
import type { ControlError } from '../../../client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { useConsole } from '../console.ts'
import { TokenForm } from './token-form.tsx'

/** Says why the server refused the page, and what to do. */
export function Refusal({ error }: { error: ControlError }): JSX.Element {
  return error.issues.some(({ path }) => path === 'session') ? <MissingSession /> : <TokenForm error={error} />
}

function MissingSession(): JSX.Element {
  const { connection, actions } = useConsole()
  const { session, simulator, serverUrl } = connection
  const create = async () => {
    const created = await actions.run({
      title: ['Create', 'Created', session],
      code: `await simulator.sessions.create({ name: ${JSON.stringify(session)} })`,
      run: () => simulator.sessions.create({ name: session }),
      changes: [],
    })
    if (created !== undefined) location.reload()
  }
  return (
    <section class="view token-form" aria-labelledby="missing-session">
      <h2 id="missing-session">The session “{session}” does not exist yet</h2>
      <div class="row">
        <Button kind="primary" onClick={create}>
          Create it
        </Button>
        <a class="button" href={`${serverUrl}/_simulator/`}>
          Go to the server’s own session
        </a>
      </div>
    </section>
  )
}
