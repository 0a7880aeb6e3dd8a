// The form for a new session.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Issue, RemoteSessionOptions } from '../../../client/index.ts'
import { useConsole, useRemote } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SchemaForm } from '../../components/schema-form.tsx'
import type { JsonSchema } from '../../store/api.ts'
import { useSessionActions } from './session-actions.ts'

/** Creates a session from a scenario or a snapshot. Fork copies another session. */
export function NewSession({ onClose }: { onClose: () => void }): JSX.Element {
  const actions = useSessionActions()
  const schema = useSchema()
  const [options, setOptions] = useState<RemoteSessionOptions>({})
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const create = async () => {
    const created = await actions.create(options, { onFailure: (error) => setIssues(error.issues) })
    if (created !== undefined) onClose()
  }
  return (
    <Dialog title="New session" onClose={onClose}>
      <SchemaForm
        label="Session"
        schema={schema}
        value={options}
        onChange={(value) => setOptions(value as RemoteSessionOptions)}
        onSubmit={() => void create()}
        issues={issues}
      >
        <div class="dialog-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Create session
          </Button>
        </div>
      </SchemaForm>
    </Dialog>
  )
}

/** The options of a session, with the names that the server knows. */
function useSchema(): JsonSchema {
  const { connection, world } = useConsole()
  const { snapshots, settings } = connection.simulator
  const lists = useRemote(() => Promise.all([snapshots.list(), settings.read()]), { on: [] })
  const [ofSnapshots = [], read] = lists.data.value ?? []
  const choose = (title: string, description: string, names: readonly string[]) => ({
    title,
    description,
    ...(names.length > 0 ? { enum: names } : { type: 'string' }),
  })
  return {
    type: 'object',
    properties: {
      name: { title: 'Name', type: 'string', description: 'Part of its URL. Otherwise it gets a random name.' },
      scenario: choose('Scenario', 'Begins with this world.', namesOf(world.scenarios.data.value ?? [])),
      snapshot: choose('Snapshot', 'Or with what was stored.', namesOf(ofSnapshots)),
      preset: choose('Preset', 'The values of all assumptions.', read?.presets ?? []),
    },
  }
}

function namesOf(list: readonly { readonly name: string }[]): readonly string[] {
  return list.map(({ name }) => name)
}
