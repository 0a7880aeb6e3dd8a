// A form for a value that a JSON Schema describes, with issues beside their fields.

import type { ComponentChildren, ComponentType, Ref } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { Issue } from '../../../../entries/client/index.ts'
import type { FieldSchema } from '../../store/api.ts'
import {
  ArrayControl,
  ChoiceControl,
  JsonControl,
  MapControl,
  NumberControl,
  ObjectControl,
  TextControl,
  UnionControl,
} from './compound-fields.tsx'
import {
  buildInitial,
  type ControlKind,
  type FieldProps,
  type ReadFieldProps,
  readSchema,
  toLabel,
} from './schema-kinds.ts'

interface SchemaFormProps {
  label: string
  schema: FieldSchema
  value: unknown
  onChange: (value: unknown) => void
  onSubmit: () => void
  /** What is wrong, as the server said. */
  issues?: readonly Issue[]
  /** The buttons. One of them has the type `submit`. */
  children?: ComponentChildren
}

const renderField = (props: FieldProps) => <SchemaField {...props} />

/** A form for a value. When issues arrive, the first field that has one gets the focus. */
export function SchemaForm({ label, schema, value, onChange, onSubmit, issues = [], children }: SchemaFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (issues.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-issues')?.focus()
  }, [issues])
  // Others stand beside their fields.
  const own = issues.filter((issue) => schema.properties?.[issue.path.split('.')[0] ?? ''] === undefined)
  return (
    <SubmitForm {...{ label, form, onSubmit }}>
      <OwnIssues issues={own} />
      {renderField({ path: '', label, schema, root: schema, value, onChange, isRequired: true, issues, renderField })}
      {children}
    </SubmitForm>
  )
}

interface FormProps {
  label: string
  onSubmit: () => void
  children?: ComponentChildren
  form?: Ref<HTMLFormElement>
}

/** A form. Ctrl-Enter submits it, unless a required field is empty. */
export function SubmitForm({ label, form = null, onSubmit, children }: FormProps) {
  return (
    <form
      ref={form}
      class="stack"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      {children}
    </form>
  )
}

interface OwnIssuesProps {
  readonly issues: readonly Issue[]
}

function OwnIssues({ issues }: OwnIssuesProps) {
  if (issues.length === 0) return null
  return (
    <ul class="form-issues failure" tabIndex={-1}>
      {issues.map((issue) => (
        <li key={issue.path + issue.message}>
          {issue.message.replace(`"${issue.path}"`, `“${issue.path.split('.').map(toLabel).join(': ')}”`)}
        </li>
      ))}
    </ul>
  )
}

const CONTROLS: Readonly<Record<ControlKind, ComponentType<ReadFieldProps> | undefined>> = {
  text: TextControl,
  'long-text': TextControl,
  date: TextControl,
  number: NumberControl,
  boolean: ChoiceControl,
  choice: ChoiceControl,
  constant: undefined,
  object: ObjectControl,
  map: MapControl,
  array: ArrayControl,
  union: UnionControl,
  json: JsonControl,
}

// These have several controls, so they are a group with a legend.
const GROUPS: readonly ControlKind[] = ['object', 'map', 'array']

// The control itself offers to set nothing, or null.
const COMPLETE: readonly ControlKind[] = ['choice', 'boolean', 'union']

function SchemaField(props: FieldProps) {
  const id = useId()
  const read = readSchema(props.schema, props.root)
  const Control = CONTROLS[read.kind]
  if (Control === undefined) return null
  const own = props.issues.filter((issue) => issue.path === props.path)
  const notes = [
    ...(read.schema.description === undefined ? [] : [`${id}-description`]),
    ...own.map((_, index) => `${id}-issue-${index}`),
  ]
  const described: ReadFieldProps['described'] = {
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
    ...(own.length > 0 && { 'aria-invalid': 'true' }),
    ...(props.isRequired && { 'aria-required': 'true' }),
  }
  const field = { ...props, read, id, described, Control, own }
  if (props.schema.isInline === true) return <Control {...field} />
  if (!GROUPS.includes(read.kind)) return <Single {...field} />
  return props.path === '' ? <Root {...field} /> : <Group {...field} />
}

interface PreparedField extends ReadFieldProps {
  Control: ComponentType<ReadFieldProps>
  own: readonly Issue[]
}

function Single(field: PreparedField) {
  const { id, label, isRequired, read, hidesLabel } = field
  return (
    <div class="column field">
      <span class="row spread">
        <label class={hidesLabel ? 'visually-hidden' : 'field-label'} for={id}>
          {label}
          {isRequired && <span aria-hidden="true"> *</span>}
        </label>
        <span class="field-buttons">{!COMPLETE.includes(read.kind) && <NullButton {...field} />}</span>
      </span>
      <FieldBody {...field} />
    </div>
  )
}

function Root({ Control, ...field }: PreparedField) {
  return (
    <fieldset class="column field-root">
      <legend class="visually-hidden">{field.label}</legend>
      <Control {...field} />
    </fieldset>
  )
}

function Group(field: PreparedField) {
  const { label, isRequired, read, value, onChange, root } = field
  const set = () => onChange(buildInitial(read.schema, root))
  return (
    <fieldset class="column field-group">
      <legend>
        {label}{' '}
        <span class="field-buttons">
          {value === null && <span class="badge">null</span>}
          {value == null && <FieldButton title="add" name={`Add ${label}`} run={set} />}
          <NullButton {...field} />
          {!isRequired && value !== undefined && (
            <FieldButton title="remove" name={`Remove ${label}`} run={() => onChange(undefined)} />
          )}
        </span>
      </legend>
      {/* A group is folded while it is not set, because some have dozens of fields. */}
      <FieldBody {...field} isFolded={value == null} />
    </fieldset>
  )
}

interface FieldBodyProps extends PreparedField {
  readonly isFolded?: boolean
}

/** The description of a field, its control, and its issues. */
function FieldBody({ Control, own, isFolded, ...field }: FieldBodyProps) {
  const { id, read } = field
  const { description } = read.schema
  return (
    <>
      {description !== undefined && (
        <span id={`${id}-description`} class="field-description">
          {description.replaceAll('`', '')}
        </span>
      )}
      {!isFolded && <Control {...field} />}
      {own.map(({ path, message }, index) => (
        <span key={message} id={`${id}-issue-${index}`} class="field-issue">
          {message.replace(`"${path}"`, 'It')}
        </span>
      ))}
    </>
  )
}

function NullButton({ label, read, value, onChange }: PreparedField) {
  if (!read.isNullable || value === null) return null
  return <FieldButton title="null" name={`Set ${label} to null`} run={() => onChange(null)} />
}

interface FieldButtonProps {
  readonly title: string
  readonly name: string
  readonly run: () => void
}

function FieldButton({ title, name, run }: FieldButtonProps) {
  return (
    <button type="button" class="link" aria-label={name} onClick={run}>
      {title}
    </button>
  )
}
