// The form and the JSON of a record, and what saves them.

import type { ComponentChildren, JSX } from 'preact'
import type { Issue } from '../../../../client/index.ts'
import { Button } from '../../../components/controls/button.tsx'
import { SchemaForm } from '../../../components/forms/schema-form.tsx'
import type { JsonSchema } from '../../../store/api.ts'
import type { AnyRecord } from '../record.ts'
import { applyDraft, changeDraft, type Draft, startDraft } from './draft.ts'
import { parseRecordText } from './json-issue.ts'
import { RecordJson } from './record-json.tsx'

export interface RecordEditorProps {
  kind: 'form' | 'json'
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

/** Edits a record as a form or as JSON. Both show the same draft. */
export function RecordEditor(props: RecordEditorProps): JSX.Element {
  const { kind, label, schema, latest, draft = startDraft(latest), onDraft, issues, onSave } = props
  const value = applyDraft(draft, latest)
  const end = <EditorEnd {...props} />
  if (kind === 'json') return <JsonEditor {...props} draft={draft} end={end} />
  return (
    <div class="record-form">
      {draft.text !== undefined && <p class="field-issue">The text in JSON is not valid, so it is not shown here.</p>}
      <SchemaForm
        label={label}
        schema={schema}
        value={value}
        onChange={(next) => onDraft(changeDraft(draft, latest, next))}
        onSubmit={onSave}
        issues={issues}
      >
        {end}
      </SchemaForm>
    </div>
  )
}

function JsonEditor(props: RecordEditorProps & { draft: Draft; end: ComponentChildren }): JSX.Element {
  const { latest, draft, onDraft, issues, onSave, end } = props
  const text = draft.text ?? JSON.stringify(applyDraft(draft, latest), null, 2)
  const parsed = parseRecordText(text)
  const type = (next: string) => {
    const read = parseRecordText(next)
    onDraft({ ...('record' in read ? changeDraft(draft, latest, read.record) : draft), text: next })
  }
  return (
    <div class="stack">
      {issues.length > 0 && (
        <ul class="failure" role="alert">
          {issues.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <RecordJson text={text} issue={'issue' in parsed ? parsed.issue : undefined} onChange={type} onSubmit={onSave} />
      {end}
    </div>
  )
}

function EditorEnd(props: RecordEditorProps): JSX.Element {
  const { kind, draft, onDraft, onSave, saves, canSaveUnchanged = false } = props
  const names = Object.keys(draft?.changes ?? {})
  return (
    <div class="editor-end">
      <Button
        kind="primary"
        type={kind === 'form' ? 'submit' : 'button'}
        keys="Mod+Enter"
        disabled={draft === undefined && !canSaveUnchanged}
        {...(kind === 'json' && { onClick: onSave })}
      >
        {saves}
      </Button>
      {draft !== undefined && <Button onClick={() => onDraft(undefined)}>Discard</Button>}
      <span class="muted editor-changes">{describeChanges(names, canSaveUnchanged)}</span>
    </div>
  )
}

function describeChanges(names: readonly string[], isNew: boolean): string {
  if (isNew) return 'Fields that you leave out are generated. Ctrl-Enter creates it.'
  return names.length === 0 ? 'No changes' : `Unsaved: ${names.join(', ')}. Ctrl-Enter saves.`
}
