// The controls for values with parts: objects, maps, arrays and unions.

import type { FieldSchema } from '../../store/api.ts'
import { Button } from '../controls/button.tsx'
import {
  buildInitial,
  findAlternative,
  isObject,
  joinPath,
  type ReadFieldProps,
  readSchema,
  toLabel,
} from './schema-kinds.ts'

export function ObjectControl(props: ReadFieldProps) {
  const { path, read, value, onChange, issues, renderField } = props
  const fields = isObject(value) ? value : {}
  const { properties = {}, required = [] } = read.schema
  const change = (name: string, next: unknown) => {
    const { [name]: _, ...rest } = fields
    onChange(next === undefined ? rest : { ...fields, [name]: next })
  }
  const shown = Object.entries(properties).filter(([, schema]) => schema.const === undefined)
  const isOpen = shown.some(
    ([name, { isRare }]) => isRare && (fields[name] !== undefined || issues.some((issue) => issue.path === name)),
  )
  const renderAll = (entries: typeof shown) =>
    entries.map(([name, schema]) => (
      <div key={name}>
        {renderField({
          ...props,
          path: joinPath(path, name),
          label: schema.title ?? toLabel(name),
          schema,
          value: fields[name],
          onChange: (next) => change(name, next),
          isRequired: required.includes(name),
        })}
      </div>
    ))
  const rare = shown.filter(([, { isRare }]) => isRare)
  return (
    <>
      {renderAll(shown.filter(([, { isRare }]) => !isRare))}
      {rare.length > 0 && (
        <details class="field-rest" open={isOpen}>
          <summary>More</summary>
          <div class="column field-root">{renderAll(rare)}</div>
        </details>
      )}
    </>
  )
}

/** Values by names of one's own. */
export function MapControl(props: ReadFieldProps) {
  const { path, label, read, root, value, onChange, renderField } = props
  const entries = Object.entries(isObject(value) ? value : {})
  const schema = typeof read.schema.additionalProperties === 'object' ? read.schema.additionalProperties : {}
  const replace = (index: number, ...entry: [string, unknown][]) =>
    onChange(Object.fromEntries(entries.toSpliced(index, 1, ...entry)))
  return (
    <>
      {entries.map(([name, item], index) => (
        <div key={index} class="row">
          <input
            aria-label={`Name ${index + 1} of ${label}`}
            value={name}
            onInput={(event) => replace(index, [event.currentTarget.value, item])}
          />
          {renderField({
            ...{ ...props, schema, value: item },
            path: joinPath(path, name),
            label: `Value of ${name}`,
            onChange: (next) => replace(index, [name, next ?? '']),
            isRequired: true,
          })}
          <Button onClick={() => replace(index)}>Remove</Button>
        </div>
      ))}
      <Button onClick={() => onChange(Object.fromEntries([...entries, ['', buildInitial(schema, root)]]))}>
        Add to {label.toLowerCase()}
      </Button>
    </>
  )
}

export function ArrayControl(props: ReadFieldProps) {
  const { path, label, read, root, value, onChange, renderField } = props
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const schema = read.schema.items ?? {}
  const replace = (index: number, ...item: unknown[]) => onChange(items.toSpliced(index, 1, ...item))
  return (
    <>
      {items.map((item, index) => (
        <div key={index} class="column field-item">
          {renderField({
            ...{ ...props, schema, value: item },
            path: joinPath(path, index),
            label: `${label} ${index + 1}`,
            onChange: (next) => replace(index, next ?? buildInitial(schema, root)),
            isRequired: true,
          })}
          <Button onClick={() => replace(index)}>
            Remove<span class="visually-hidden"> {`${label} ${index + 1}`}</span>
          </Button>
        </div>
      ))}
      <Button onClick={() => onChange([...items, buildInitial(schema, root)])}>Add to {label.toLowerCase()}</Button>
    </>
  )
}

/** One of several forms, and its fields. */
export function UnionControl(props: ReadFieldProps) {
  const { label, read, root, value, onChange, renderField, id, described, isRequired } = props
  const { alternatives } = read
  const chosen = value === undefined ? -1 : value === null ? -2 : findAlternative(alternatives, value, root)
  const alternative = alternatives[chosen]
  const choose = (index: number) => {
    if (index === -1) onChange(undefined)
    else onChange(index === -2 ? null : buildInitial(alternatives[index] ?? {}, root))
  }
  const select = { ...described, id, value: String(chosen) }
  return (
    <>
      <select {...select} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {(!isRequired || chosen === -1) && <option value="-1">–</option>}
        {read.isNullable && <option value="-2">null</option>}
        {alternatives.map((each, index) => (
          <option key={index} value={String(index)}>
            {describeAlternative(each)}
          </option>
        ))}
      </select>
      {alternative !== undefined &&
        readSchema(alternative, root).kind !== 'constant' &&
        renderField({
          ...{ ...props, schema: alternative, isRequired: true, hidesLabel: true },
          label: `${label}: ${describeAlternative(alternative)}`,
        })}
    </>
  )
}

/** Names an alternative by its title, its constant field or its type. */
function describeAlternative(schema: FieldSchema): string {
  const constant = Object.values(schema.properties ?? {}).find((each) => each.const !== undefined)?.const
  return schema.title ?? String(schema.const ?? constant ?? schema.type ?? 'other')
}
