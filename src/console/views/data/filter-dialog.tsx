// A form for the filter of a list, built from the parameters of the service.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { formatFilter } from '../../components/filter-field.tsx'
import { SchemaForm } from '../../components/schema-form.tsx'
import { isObject } from '../../components/schema-kinds.ts'
import type { JsonSchema, ResourceDescription } from '../../store/api.ts'
import { type ListFilter, listParameters, listValues } from './list-filter.ts'
import { nameMany } from './record.ts'

export interface FilterDialogProps {
  resource: ResourceDescription
  filter: ListFilter
  /** Called with the filter as text. */
  onApply: (text: string) => void
  onClose: () => void
}

/** A dialog with a field for each parameter. */
export function FilterDialog({ resource, filter, onApply, onClose }: FilterDialogProps): JSX.Element {
  const [fields, setFields] = useState<unknown>(filter.fields)
  const apply = () => {
    const given = Object.entries(isObject(fields) ? fields : {})
    const texts = given.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))
    onApply(formatFilter({ fields: Object.fromEntries(texts), text: '' }))
    onClose()
  }
  return (
    <Dialog title={`Filter ${nameMany(resource)}`} onClose={onClose} isWide>
      <p>{describeSource(resource)}</p>
      <SchemaForm
        label={`Filter ${nameMany(resource)}`}
        schema={buildFilterSchema(resource)}
        value={fields}
        onChange={setFields}
        onSubmit={apply}
      >
        <div class="dialog-end">
          <Button onClick={() => setFields({})}>Clear all</Button>
          <Button kind="primary" type="submit">
            Apply
          </Button>
        </div>
      </SchemaForm>
    </Dialog>
  )
}

function describeSource({ list }: ResourceDescription): string {
  if (list === null) return 'The service has no list of them, so only these filters exist.'
  return `The parameters of ${list.operation}. Without a value, they are not sent.`
}

// Everything is sent as text. Known values can be chosen.
function buildFilterSchema(resource: ResourceDescription): JsonSchema {
  const properties = listParameters(resource).map(({ name, description, schema }) => {
    const values = listValues(schema)
    return [name, { type: 'string', title: name, description, ...(values.length > 0 ? { enum: values } : {}) }] as const
  })
  return { type: 'object', properties: Object.fromEntries(properties) }
}
