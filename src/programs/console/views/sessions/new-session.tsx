import { useLayoutEffect, useState } from 'preact/hooks'
import type { Issue, RemoteSessionOptions } from '../../../../entries/client/index.ts'
import { Dialog, FormEnd } from '../../components/controls/dialog.tsx'
import { SchemaForm } from '../../components/forms/schema-form.tsx'
import { useConsole, useRemote } from '../../page/console.ts'
import { type ForkSource, findFreeName } from '../../store/actions/world-actions.ts'
import type { FieldSchema } from '../../store/api.ts'
import { useSessionActions } from './session-actions.ts'

const IN_URL = 'Part of its URL.'

interface NewSessionProps {
  readonly source: Partial<ForkSource>
  readonly onClose: () => void
}

/** Creates a session: a copy under a name that is proposed, or another one if there is nothing to copy. */
export function NewSession({ source, onClose }: NewSessionProps) {
  const actions = useSessionActions()
  const { schema, names } = useSchema()
  const [input, setInput] = useState<RemoteSessionOptions>({})
  const proposed = findFreeName('fork', names, 'fork-1')
  const isCopy = source.from !== undefined
  const options = isCopy ? { name: proposed, ...input, ...source } : input
  useLayoutEffect(() => {
    // It is proposed once the other names are known, which can be after something was typed.
    if (isCopy && input.name === undefined) (document.activeElement as HTMLInputElement).select?.()
  }, [proposed])
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const create = () => actions.create(options, { onFailure: (error) => setIssues(error.issues) })
  return (
    <Dialog title={nameForm(source)} onClose={onClose}>
      <SchemaForm
        label="Session"
        schema={isCopy ? onlyName(schema) : schema}
        value={options}
        onChange={(value) => setInput(value as RemoteSessionOptions)}
        onSubmit={create}
        issues={issues}
      >
        <FormEnd verb="Create and open" onCancel={onClose} />
      </SchemaForm>
    </Dialog>
  )
}

/** The options of a session, with the names that the server knows. */
function useSchema(): { schema: FieldSchema; names: readonly string[] } {
  const { connection, world } = useConsole()
  const { snapshots, settings, sessions } = connection.simulator
  const lists = useRemote(() => Promise.all([snapshots.list(), settings.read(), sessions.list()]), { on: [] })
  const [ofSnapshots = [], read, ofSessions = []] = lists.data.value ?? []
  const scenarios = world.scenarios.data.value ?? []
  // A choice from the start: a field for text would take what is typed until the names are known.
  const choose = (title: string, description: string, names: readonly string[]) => ({ title, description, enum: names })
  const schema = {
    type: 'object',
    properties: {
      name: { title: 'Name', type: 'string', description: `${IN_URL} Otherwise it gets a random name.` },
      scenario: choose('Scenario', 'Begins with this world. Default: as the session default.', namesOf(scenarios)),
      snapshot: choose('Snapshot', 'Or with what was stored. Default: none.', namesOf(ofSnapshots)),
      preset: choose('Preset', 'The values of all assumptions. Default: likewise.', read?.presets ?? []),
    },
  }
  return { schema, names: namesOf(ofSessions) }
}

// A proposed name is selected, so that Enter accepts it and any letter replaces it.
function onlyName({ properties = {} }: FieldSchema): FieldSchema {
  const name = { ...properties.name, description: IN_URL, minLength: 1 }
  return { type: 'object', required: ['name'], properties: { name } }
}

function nameForm({ from, request }: Partial<ForkSource>): string {
  if (from === undefined) return 'New session'
  return request === undefined ? `Fork ${from}` : `Fork the world of request #${request}`
}

function namesOf(list: readonly { readonly name: string }[]): readonly string[] {
  return list.map(({ name }) => name)
}
