// A field of a form: its label, its control, what it means, and what is wrong with it.

import type { ComponentType, JSX } from 'preact'
import { useId } from 'preact/hooks'
import { ArrayControl, MapControl, ObjectControl, UnionControl } from './compound-fields.tsx'
import type { FieldProps, ReadFieldProps } from './field-props.ts'
import { type FieldKind, readSchema } from './schema-kinds.ts'
import { ChoiceControl, JsonControl, NumberControl, TextControl } from './simple-fields.tsx'

const CONTROLS: Readonly<Record<FieldKind, ComponentType<ReadFieldProps> | undefined>> = {
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
const GROUPS: readonly FieldKind[] = ['object', 'map', 'array']

/** A field for a value of any schema. */
export function SchemaField(props: FieldProps): JSX.Element | null {
  const id = useId()
  const { schema, root, label, path, issues, value, isRequired, onChange } = props
  const read = readSchema(schema, root)
  const Control = CONTROLS[read.kind]
  if (Control === undefined) return null
  const own = issues.filter((issue) => issue.path === path)
  const { description } = read.schema
  const notes = [
    ...(description === undefined ? [] : [`${id}-description`]),
    ...own.map((_, index) => `${id}-issue-${index}`),
  ]
  const described: ReadFieldProps['described'] = {
    ...(notes.length > 0 ? { 'aria-describedby': notes.join(' ') } : {}),
    ...(own.length > 0 ? { 'aria-invalid': 'true' } : {}),
    ...(isRequired ? { 'aria-required': 'true' } : {}),
  }
  const rest = (
    <>
      {description !== undefined && (
        <span id={`${id}-description`} class="field-description">
          {description}
        </span>
      )}
      <Control {...props} read={read} id={id} described={described} />
      {own.map(({ message }, index) => (
        <span key={message} id={`${id}-issue-${index}`} class="field-issue">
          {message}
        </span>
      ))}
    </>
  )
  const canBeUnset =
    value !== undefined && path !== '' && !isRequired && !['choice', 'boolean', 'union'].includes(read.kind)
  const buttons = (
    <FieldButtons
      label={label}
      onUnset={canBeUnset ? () => onChange(undefined) : undefined}
      onNull={
        read.isNullable && value !== null && !['choice', 'boolean', 'union'].includes(read.kind)
          ? () => onChange(null)
          : undefined
      }
    />
  )
  if (!GROUPS.includes(read.kind)) {
    return (
      <div class="field">
        <span class="row spread">
          <label class="field-label" for={id}>
            {label}
            {isRequired && <span aria-hidden="true"> *</span>}
          </label>
          {buttons}
        </span>
        {rest}
      </div>
    )
  }
  return (
    <fieldset class={path === '' ? 'field-root' : 'field-group'}>
      <legend class={path === '' ? 'visually-hidden' : ''}>{label}</legend>
      {buttons}
      {rest}
    </fieldset>
  )
}

function FieldButtons({
  label,
  onUnset,
  onNull,
}: {
  label: string
  onUnset: (() => void) | undefined
  onNull: (() => void) | undefined
}): JSX.Element | null {
  if (onUnset === undefined && onNull === undefined) return null
  return (
    <span class="field-buttons">
      {onNull !== undefined && (
        <button type="button" class="link" aria-label={`Set ${label} to null`} onClick={onNull}>
          null
        </button>
      )}
      {onUnset !== undefined && (
        <button type="button" class="link" aria-label={`Unset ${label}`} onClick={onUnset}>
          unset
        </button>
      )}
    </span>
  )
}
