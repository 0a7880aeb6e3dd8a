import { useState } from 'preact/hooks'
import type { ControlError } from '../../../entries/client/index.ts'
import { Button } from '../components/controls/button.tsx'
import { Labelled } from '../components/forms/labelled.tsx'
import { useConsole } from '../page/console.ts'

interface ErrorProps {
  readonly error: ControlError
}

/** Says why the server refused the page, and what to do. */
export function RefusalNotice({ error }: ErrorProps) {
  return error.issues.some(({ path }) => path === 'session') ? <MissingSession /> : <TokenForm error={error} />
}

function MissingSession() {
  const { connection, actions } = useConsole()
  const { session, serverUrl } = connection
  const create = async () => {
    const created = await actions.run({
      title: ['Create', 'Created', session],
      run: ({ sessions }) => sessions.create({ name: session }),
      changes: [],
    })
    if (created !== undefined) location.reload()
  }
  return (
    <section class="column view token-form" aria-labelledby="missing-session">
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

/** Asks for the token, or says why the server refused. */
function TokenForm({ error }: ErrorProps) {
  const { connection } = useConsole()
  const [token, setToken] = useState('')
  const isMissing = error.status === 401
  const refused = isMissing ? 'that token' : 'this page'
  return (
    <form
      class="column view token-form"
      onSubmit={(event) => {
        event.preventDefault()
        connection.useToken(token.trim())
      }}
    >
      <h2>{isMissing && !connection.hasToken ? 'The console needs a token' : `The server refused ${refused}`}</h2>
      {!isMissing && <p>{error.message}</p>}
      <Labelled label="Token" description="Ask whoever started the server, which printed it.">
        {(control) => (
          <input
            {...control}
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        )}
      </Labelled>
      <div class="row">
        <Button type="submit" kind="primary">
          Use the token
        </Button>
      </div>
    </form>
  )
}
