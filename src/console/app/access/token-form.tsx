// Asks for the token of a server that requires one.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ControlError } from '../../../client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { Labelled } from '../../components/forms/labelled.tsx'
import { useConsole } from '../console.ts'

/** Asks for the token, or says why the server refused. */
export function TokenForm({ error }: { error: ControlError }): JSX.Element {
  const { connection } = useConsole()
  const [token, setToken] = useState('')
  const isMissing = error.status === 401
  return (
    <form
      class="view token-form"
      onSubmit={(event) => {
        event.preventDefault()
        connection.useToken(token.trim())
      }}
    >
      <h2>
        {isMissing && !connection.hasToken
          ? 'The console needs a token'
          : `The server refused ${isMissing ? 'that token' : 'this page'}`}
      </h2>
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
