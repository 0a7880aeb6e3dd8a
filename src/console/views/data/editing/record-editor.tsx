// The form and the JSON of a record, and what saves them.

import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { Issue } from '../../../../client/index.ts'
import { Button } from '../../../components/controls/button.tsx'
import type { Tab } from '../../../components/controls/tabs.tsx'
import { Form, SchemaForm } from '../../../components/forms/schema-form.tsx'
import type { JsonSchema } from '../../../store/api.ts'
import type { AnyRecord } from '../record.ts'
import { applyDraft, changeDraft, type Draft, startDraft } from './draft.ts'
import { parseRecordText } from './json-issue.ts'

export interface RecordEditorProps {
  label: string
  schema: JsonSchema
  /** The record as it is stored; empty for a new one. */
  latest: AnyRecord
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
  issues: readonly Issue[]
  onSave: () => void
  /** What the button that saves says. */
  saves: string
  /** Whether there is something to save without a change. */
  canSaveUnchanged?: boolean
}

/** Lists the tabs that edit a record as a form and as JSON. Both show the same draft. */
export function listEditors(props: RecordEditorProps): readonly Tab[] {
  return [
    { id: 'form', title: 'Form', render: () => <FormEditor {...props} /> },
    { id: 'json', title: 'JSON', render: () => <JsonEditor {...props} /> },
  ]
}

function FormEditor(props: RecordEditorProps): JSX.Element {
  const { label, schema, latest, draft = startDraft(latest), onDraft, issues, onSave } = props
  return (
    <div class="record-form">
      {draft.text !== undefined && <p class="field-issue">The JSON is not valid.</p>}
      <SchemaForm
        label={label}
        schema={schema}
        value={applyDraft(draft, latest)}
        onChange={(next) => onDraft(changeDraft(draft, latest, next))}
        onSubmit={onSave}
        issues={issues}
      >
        <EditorEnd {...props} />
      </SchemaForm>
    </div>
  )
}

function JsonEditor(props: RecordEditorProps): JSX.Element {
  const { label, latest, draft = startDraft(latest), onDraft, issues, onSave } = props
  const text = draft.text ?? JSON.stringify(applyDraft(draft, latest), null, 2)
  const type = (next: string) => {
    const { record } = parseRecordText(next)
    onDraft({ ...(record ? changeDraft(draft, latest, record) : draft), text: next })
  }
  return (
    <Form label={label} onSubmit={onSave}>
      {issues.length > 0 && (
        <ul class="failure" role="alert">
          {issues.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <JsonField text={text} onChange={type} />
      <EditorEnd {...props} keys="Mod+Enter" />
    </Form>
  )
}

function JsonField({ text, onChange }: { text: string; onChange: (text: string) => void }): JSX.Element {
  const id = useId()
  const { issue } = parseRecordText(text)
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Record as JSON
      </label>
      <textarea
        id={id}
        class="record-json"
        spellcheck={false}
        rows={Math.min(30, Math.max(8, text.split('\n').length))}
        value={text}
        aria-invalid={issue !== undefined}
        aria-describedby={`${id}-issue`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span id={`${id}-issue`} role="status">
        {issue !== undefined && <span class="field-issue">{issue}</span>}
      </span>
    </div>
  )
}

/** @param props `keys`: what saves. In a text of several lines, Enter alone begins another one. */
function EditorEnd(props: RecordEditorProps & { keys?: string }): JSX.Element {
  const { draft, onDraft, saves, canSaveUnchanged = false, keys } = props
  const names = Object.keys(draft?.changes ?? {})
  return (
    <div class="row editor-end">
      <Button kind="primary" type="submit" keys={keys} disabled={draft === undefined && !canSaveUnchanged}>
        {saves}
      </Button>
      {draft !== undefined && <Button onClick={() => onDraft(undefined)}>Discard</Button>}
      <span class="muted editor-changes">{describeChanges(names, canSaveUnchanged)}</span>
    </div>
  )
}

function describeChanges(names: readonly string[], isNew: boolean): string {
  if (isNew) return 'Fields left out are generated.'
  return names.length === 0 ? 'No changes' : `Unsaved: ${names.join(', ')}`
}
