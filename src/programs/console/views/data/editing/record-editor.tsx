// The form and the JSON of a record, and what saves them.

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { AnyRecord } from '../../../../../entries/client/remote/records-of.ts'
import { Button, CloseButton } from '../../../components/controls/button.tsx'
import { type Tab, Tabs } from '../../../components/controls/tabs.tsx'
import { Labelled } from '../../../components/forms/labelled.tsx'
import { SchemaForm, SubmitForm } from '../../../components/forms/schema-form.tsx'
import { useKeys } from '../../../page/console.ts'
import type { FieldSchema, ResourceDescription } from '../../../store/api.ts'
import { findStateField } from '../record.ts'
import { changeDraft, type Editing, listReplaced, parseRecordText, useEditing } from './draft.ts'
import { useRecordActions } from './record-actions.ts'

interface RecordEditorProps {
  label: string
  schema: FieldSchema
  /** The record as it is stored; empty for a new one. */
  latest: AnyRecord
  editing: Editing
  /** What the button that saves says. */
  saves: string
  isNew?: boolean
}

/** Lists the tabs that edit a record as a form and as JSON. Both show the same changes. */
export function listEditors(props: RecordEditorProps): readonly Tab[] {
  return [
    { id: 'form', title: 'Form', render: () => <FormEditor {...props} /> },
    { id: 'json', title: 'JSON', render: () => <JsonEditor {...props} /> },
  ]
}

function FormEditor(props: RecordEditorProps) {
  const { label, schema, latest, editing } = props
  const { draft, change, issues, save } = editing
  return (
    <div class="record-form">
      {draft?.text !== undefined && parseRecordText(draft.text).issue !== undefined && (
        <p class="field-issue">The JSON is not valid.</p>
      )}
      <SchemaForm
        label={label}
        schema={schema}
        value={{ ...latest, ...draft?.changes }}
        onChange={(next) => change(changeDraft(draft, latest, next))}
        onSubmit={save}
        issues={issues}
      >
        <EditorEnd {...props} />
      </SchemaForm>
    </div>
  )
}

function JsonEditor(props: RecordEditorProps) {
  const { label, latest, editing } = props
  const { draft, change, issues, save } = editing
  const text = draft?.text ?? JSON.stringify({ ...latest, ...draft?.changes }, null, 2)
  const { issue } = parseRecordText(text)
  const type = (next: string) => {
    const { record } = parseRecordText(next)
    change({ base: latest, changes: {}, ...(record ? changeDraft(draft, latest, record) : draft), text: next })
  }
  return (
    <SubmitForm label={label} onSubmit={save}>
      {issues.length > 0 && (
        <ul class="failure" role="alert">
          {issues.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <Labelled
        label="Record as JSON"
        description={<span role="status">{issue && <span class="field-issue">{issue}</span>}</span>}
      >
        {(control) => (
          <textarea
            {...control}
            class="record-json"
            spellcheck={false}
            rows={Math.min(30, Math.max(8, text.split('\n').length))}
            value={text}
            aria-invalid={issue !== undefined}
            onInput={(event) => type(event.currentTarget.value)}
          />
        )}
      </Labelled>
      <EditorEnd {...props} keys="Mod+Enter" />
    </SubmitForm>
  )
}

interface EditorEndProps extends RecordEditorProps {
  readonly keys?: string
}

/** @param props `keys`: what saves. In a text of several lines, Enter alone begins another one. */
function EditorEnd({ latest, editing, saves, isNew, keys }: EditorEndProps) {
  const { draft, change } = editing
  const names = Object.keys(draft?.changes ?? {})
  const replaced = draft === undefined || isNew ? [] : listReplaced(draft, latest)
  const unsaved = names.length === 0 ? 'No changes' : `Unsaved: ${names.join(', ')}`
  return (
    <div class="row editor-end">
      <Button kind="primary" type="submit" keys={keys} disabled={draft === undefined && !isNew}>
        {saves}
      </Button>
      {draft !== undefined && <Button onClick={() => change(undefined)}>Discard</Button>}
      <span class="muted editor-changes">{isNew ? 'Fields left out are generated.' : unsaved}</span>
      {replaced.length > 0 && (
        <p class="field-issue" role="alert">
          Somebody else has changed {replaced.join(', ')}. If you save, your changes replace theirs.
        </p>
      )}
    </div>
  )
}

const FIRST = ['name', 'title', 'kind']

export function buildEditSchema(resource: ResourceDescription): FieldSchema {
  const { id, ...properties } = resource.given.properties ?? {}
  return requireAll(sortFields(resource, { ...resource.given, properties }))
}

// Fields with parts take much space, so they come last.
function sortFields(resource: ResourceDescription, schema: FieldSchema): FieldSchema {
  const state = findStateField(resource)
  const rank = ([name, each]: [string, FieldSchema]): number => {
    if (FIRST.includes(name)) return 0
    if (name === state) return 1
    return hasParts(each) ? 3 : 2
  }
  const properties = Object.entries(schema.properties ?? {}).toSorted((one, other) => rank(one) - rank(other))
  return { ...schema, properties: Object.fromEntries(properties) }
}

function hasParts(schema: FieldSchema): boolean {
  const { type, anyOf = [] } = schema
  return type === 'object' || type === 'array' || anyOf.some(hasParts)
}

function requireAll(schema: FieldSchema): FieldSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(items && { items: requireAll(items) }),
    ...(anyOf && { anyOf: anyOf.map(requireAll) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, requireAll(each)])),
      required: Object.keys(properties),
    }),
  }
}

type NewRecordProps = { resource: ResourceDescription; onClose: () => void; onCreated: (id: string) => void }

export function NewRecord({ resource, onClose, onCreated }: NewRecordProps) {
  const { create } = useRecordActions(resource)
  const editing = useEditing(async (...args) => {
    const record = await create(...args)
    if (record !== undefined) onCreated(String(record.id))
    return record
  })
  const [tab, setTab] = useState('form')
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => section.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus(), [])
  useKeys([{ keys: 'Escape', title: 'Close the new record', run: onClose }])
  const editors = listEditors({
    label: `Fields of the new ${resource.singular}`,
    // Every field may be left out.
    schema: sortFields(resource, resource.given),
    latest: {},
    editing,
    saves: `Create ${resource.singular}`,
    isNew: true,
  })
  return (
    <section ref={section} class="column split-details details" aria-label={`New ${resource.singular}`}>
      <div class="row spread details-head">
        <h2>New {resource.singular}</h2>
        <CloseButton what="the new record" onClose={onClose} />
      </div>
      <Tabs label="New record" chosen={tab} onChoose={setTab} tabs={editors} />
    </section>
  )
}
