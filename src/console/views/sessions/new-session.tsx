// The form for a new session.

import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Issue, RemoteSessionOptions } from '../../../client/index.ts'
import { useConsole, useRemote } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useSessionActions } from './session-actions.ts'

interface Draft {
  name: string
  /** What it begins with: `scenario:busy`, `snapshot:before` or `from:alice`. */
  source: string
  preset: string
}

/** Creates a session from a scenario, a snapshot or another session. */
export function NewSession({ onClose }: { onClose: () => void }): JSX.Element {
  const { world } = useConsole()
  const actions = useSessionActions()
  const form = useId()
  const own = world.state.data.value?.scenario.name ?? ''
  const [draft, setDraft] = useState<Draft>({ name: '', source: `scenario:${own}`, preset: '' })
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const create = async (event: Event) => {
    event.preventDefault()
    const onFailure = (error: { issues: readonly Issue[] }) => setIssues(error.issues)
    const created = await actions.create(toOptions(draft), { onFailure })
    if (created !== undefined) onClose()
  }
  return (
    <Dialog
      title="New session"
      onClose={onClose}
      end={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form}>
            Create session
          </Button>
        </>
      }
    >
      <form id={form} class="new-session" onSubmit={create}>
        <Field
          label="Name"
          description="Part of its URL. Without one, it gets a random name."
          issues={issues}
          path="name"
        >
          {(props) => (
            <input
              {...props}
              autocomplete="off"
              spellcheck={false}
              value={draft.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label="Begins with"
          description="A scenario, a snapshot, or a copy of a session."
          issues={issues}
          path={draft.source.replace(/:.*/s, '')}
        >
          {(props) => <Source {...props} value={draft.source} onChange={(source) => change({ source })} />}
        </Field>
        {draft.source.startsWith('scenario:') && (
          <Field label="Preset" description="The values of all assumptions." issues={issues} path="preset">
            {(props) => <PresetChoice {...props} value={draft.preset} onChange={(preset) => change({ preset })} />}
          </Field>
        )}
      </form>
    </Dialog>
  )
}

function toOptions({ name, source, preset }: Draft): RemoteSessionOptions {
  const [, kind = '', value = ''] = /^(\w+):(.*)$/s.exec(source) ?? []
  const isPresetChosen = kind === 'scenario' && preset !== ''
  return {
    ...(name === '' ? {} : { name }),
    [kind]: value,
    ...(isPresetChosen ? { preset } : {}),
  } as RemoteSessionOptions
}

interface FieldAttributes {
  id: string
  'aria-describedby': string
  'aria-invalid': boolean
}

interface FieldProps {
  label: string
  description: string
  issues: readonly Issue[]
  /** The field that its issues name. */
  path: string
  children: (attributes: FieldAttributes) => ComponentChildren
}

function Field({ label, description, issues, path, children }: FieldProps): JSX.Element {
  const id = useId()
  const own = issues.filter((issue) => issue.path === path)
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <span id={`${id}-description`} class="field-description">
        {description}
      </span>
      {children({ id, 'aria-describedby': `${id}-description`, 'aria-invalid': own.length > 0 })}
      {own.map(({ message }) => (
        <span key={message} class="field-issue" role="alert">
          {message}
        </span>
      ))}
    </div>
  )
}

type ChoiceProps = FieldAttributes & { value: string; onChange: (value: string) => void }

function Source({ onChange, ...props }: ChoiceProps): JSX.Element {
  const { connection, world } = useConsole()
  const { simulator } = connection
  const snapshots = useRemote(() => simulator.snapshots.list(), { on: ['snapshots'] })
  const sessions = useRemote(() => simulator.sessions.list(), { on: ['sessions'] })
  const groups = [
    { title: 'Scenarios', kind: 'scenario', names: namesOf(world.scenarios.data.value) },
    { title: 'Snapshots', kind: 'snapshot', names: namesOf(snapshots.data.value) },
    { title: 'Copies of sessions', kind: 'from', names: namesOf(sessions.data.value) },
  ]
  return (
    <select {...props} onChange={(event) => onChange(event.currentTarget.value)}>
      {groups
        .filter(({ names }) => names.length > 0)
        .map(({ title, kind, names }) => (
          <optgroup key={kind} label={title}>
            {names.map((name) => (
              <option key={name} value={`${kind}:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
    </select>
  )
}

function namesOf(list: readonly { readonly name: string }[] = []): readonly string[] {
  return list.map(({ name }) => name)
}

function PresetChoice({ onChange, ...props }: ChoiceProps): JSX.Element {
  const { connection } = useConsole()
  const settings = useRemote(() => connection.simulator.settings.read(), { on: [] })
  return (
    <select {...props} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">As the server was started</option>
      {(settings.data.value?.presets ?? []).map((preset) => (
        <option key={preset}>{preset}</option>
      ))}
    </select>
  )
}
