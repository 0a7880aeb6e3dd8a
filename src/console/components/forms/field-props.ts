// What the fields of a form get.

import type { JSX } from 'preact'
import type { Issue } from '../../../client/index.ts'
import type { JsonSchema } from '../../store/api.ts'
import type { ReadSchema } from './schema-kinds.ts'

/** A field of a form. */
export interface FieldProps {
  /** The path of its value, with dots; empty for the whole value. */
  path: string
  label: string
  schema: JsonSchema
  /** The schema that references are looked up in. */
  root: JsonSchema
  /** Undefined if the field is not set. */
  value: unknown
  onChange: (value: unknown) => void
  isRequired: boolean
  /** Whether its label is only read to screen readers, because what is before it says the same. */
  hidesLabel?: boolean
  issues: readonly Issue[]
  /** Renders a field within this one. */
  renderField: (props: FieldProps) => JSX.Element
}

/** What a field needs besides, once its schema is read. */
export interface ReadFieldProps extends FieldProps {
  read: ReadSchema
  /** The id of its control. */
  id: string
  /** The attributes that connect the control with its description and its issues. */
  described: { 'aria-describedby'?: string; 'aria-invalid'?: 'true'; 'aria-required'?: 'true' }
}

/** Joins the parts of a path. */
export function joinPath(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}
