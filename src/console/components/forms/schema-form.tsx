// A form for a value that a JSON Schema describes, with issues beside their fields.

import type { ComponentChildren, JSX, Ref } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Issue } from '../../../client/index.ts'
import type { JsonSchema } from '../../store/api.ts'
import type { FieldProps } from './field-props.ts'
import { SchemaField } from './schema-field.tsx'
import { toLabel } from './schema-kinds.ts'

export interface SchemaFormProps {
  /** What the form is for, for screen readers. */
  label: string
  schema: JsonSchema
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
export function SchemaForm({
  label,
  schema,
  value,
  onChange,
  onSubmit,
  issues = [],
  children,
}: SchemaFormProps): JSX.Element {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (issues.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-issues')?.focus()
  }, [issues])
  // Others stand beside their fields.
  const own = issues.filter((issue) => schema.properties?.[issue.path.split('.')[0] ?? ''] === undefined)
  return (
    <Form {...{ label, form, onSubmit }}>
      <OwnIssues issues={own} />
      {renderField({ path: '', label, schema, root: schema, value, onChange, isRequired: true, issues, renderField })}
      {children}
    </Form>
  )
}

export interface FormProps extends Pick<SchemaFormProps, 'label' | 'onSubmit' | 'children'> {
  form?: Ref<HTMLFormElement>
}

/** A form. Ctrl-Enter submits it, unless a required field is empty. */
export function Form({ label, form = null, onSubmit, children }: FormProps): JSX.Element {
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

function OwnIssues({ issues }: { issues: readonly Issue[] }): JSX.Element | null {
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
