// The form for a new session.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Issue, RemoteSessionOptions } from '../../../client/index.ts'
import { useConsole, useRemote } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SchemaForm } from '../../components/schema-form.tsx'
import type { JsonSchema } from '../../store/api.ts'
import { findFreeName } from '../../store/free-name.ts'
import type { ForkSource } from '../../store/world-actions.ts'
import { useSessionActions } from './session-actions.ts'

export interface NewSessionProps {
  /** What it is copied from. Without it, the form asks for a scenario or a snapshot. */
  source?: ForkSource
  onClose: () => void
}

/** Creates a session, under a name that is proposed if it is a copy. */
export function NewSession({ source, onClose }: NewSessionProps): JSX.Element {
  const actions = useSessionActions()
  const { schema, names } = useSchema()
  const [given, setOptions] = useState<RemoteSessionOptions>({})
  const options = source === undefined ? given : { name: findFreeName('fork', names, 'fork-1'), ...given, ...source }
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const create = async () => {
    const created = await actions.create(options, { onFailure: (error) => setIssues(error.issues) })
    if (created !== undefined) onClose()
  }
  return (
    <Dialog title="New session" onClose={onClose}>
      <SchemaForm
        label="Session"
        schema={source === undefined ? schema : onlyName(schema)}
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
function useSchema(): { schema: JsonSchema; names: readonly string[] } {
  const { connection, world } = useConsole()
  const { snapshots, settings, sessions } = connection.simulator
  const lists = useRemote(() => Promise.all([snapshots.list(), settings.read(), sessions.list()]), { on: [] })
  const [ofSnapshots = [], read, ofSessions = []] = lists.data.value ?? []
  const choose = (title: string, description: string, names: readonly string[]) => ({
    title,
    description,
    ...(names.length > 0 ? { enum: names } : { type: 'string' }),
  })
  const schema = {
    type: 'object',
    properties: {
      name: { title: 'Name', type: 'string', description: 'Part of its URL. Otherwise it gets a random name.' },
      scenario: choose('Scenario', 'Begins with this world.', namesOf(world.scenarios.data.value ?? [])),
      snapshot: choose('Snapshot', 'Or with what was stored.', namesOf(ofSnapshots)),
      preset: choose('Preset', 'The values of all assumptions.', read?.presets ?? []),
    },
  }
  return { schema, names: namesOf(ofSessions) }
}

// A proposed name has the focus, so that Enter accepts it.
function onlyName({ properties = {} }: JsonSchema): JsonSchema {
  return { type: 'object', required: ['name'], properties: { name: properties.name ?? {} } }
}

function namesOf(list: readonly { readonly name: string }[]): readonly string[] {
  return list.map(({ name }) => name)
}
