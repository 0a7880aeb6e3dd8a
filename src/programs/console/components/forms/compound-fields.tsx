// The controls for values with parts: objects, maps, arrays and unions.

import { useState } from 'preact/hooks'
import { decodeJson } from '../../../../engine/input/text/decode.ts'
import type { FieldSchema } from '../../store/api.ts'
import { Button } from '../controls/button.tsx'
import {
  buildInitial,
  findAlternative,
  isObject,
  joinPath,
  listChoices,
  type ReadFieldProps,
  readSchema,
  toLabel,
} from './schema-kinds.ts'

const UNSET = '\u0000'

const NULL = '\u0001'

export function ObjectControl(props: ReadFieldProps) {
  const { path, read, value, onChange, issues, renderField } = props
  const fields = isObject(value) ? value : {}
  const { properties = {}, required = [] } = read.schema
  const change = (name: string, next: unknown) => {
    const { [name]: _removed, ...rest } = fields
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

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  boolean: 'yes or no',
  array: 'list',
  object: 'fields',
}

/** Names an alternative by its title, its constant field or its type. */
function describeAlternative(schema: FieldSchema): string {
  const constant = Object.values(schema.properties ?? {}).find((each) => each.const !== undefined)?.const
  const known = schema.const ?? constant
  const types = [schema.type ?? 'other'].flat().map((each) => WORDS[each] ?? each)
  return schema.title ?? (known === undefined ? types.join(' or ') : String(known))
}

export function TextControl({ id, described, value, onChange, read, isRequired }: ReadFieldProps) {
  const text = typeof value === 'string' ? value : ''
  const common = {
    ...described,
    id,
    value: text,
    // An empty text is a value, unless the schema forbids it.
    required: isRequired && (value === undefined || (value === '' && Boolean(read.schema.minLength))),
    placeholder: placeholderOf(value, read.kind === 'date' ? '2026-01-31T09:00:00Z' : describeDefault(read.schema)),
    spellcheck: false,
  }
  // An optional field that is emptied is left out.
  const type = (next: string) => onChange(next === '' && !isRequired ? undefined : next)
  if (read.kind === 'long-text' || text.includes('\n'))
    return <textarea {...common} rows={6} onInput={(event) => type(event.currentTarget.value)} />
  return <input {...common} type="text" autocomplete="off" onInput={(event) => type(event.currentTarget.value)} />
}

/** A number. While it is not one, the text is the value, so that the server says what is wrong. */
export function NumberControl({ id, described, value, onChange, isRequired, read: { schema } }: ReadFieldProps) {
  const read = (text: string) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : text)
  const [draft, setDraft] = useState<string | undefined>(undefined)
  const text = value === undefined || value === null ? '' : String(value)
  const type = (next: string) => {
    setDraft(next)
    onChange(next === '' ? undefined : read(next))
  }
  return (
    <input
      {...described}
      id={id}
      required={isRequired && value === undefined}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      value={draft !== undefined && String(read(draft)) === text ? draft : text}
      placeholder={placeholderOf(value, describeRange(schema))}
      onInput={(event) => type(event.currentTarget.value)}
    />
  )
}

export function ChoiceControl({ id, described, value, onChange, read, isRequired }: ReadFieldProps) {
  const choices = read.kind === 'boolean' ? [true, false] : listChoices(read)
  const texts = choices.map((choice) => String(choice))
  const choose = (text: string) => onChange(text === NULL ? null : choices[texts.indexOf(text)])
  const { groups } = read.schema
  const toOption = (text: string) => (
    <option key={text} value={text}>
      {text}
    </option>
  )
  const current = value === undefined ? UNSET : value === null ? NULL : String(value)
  return (
    <select {...described} id={id} value={current} onChange={(event) => choose(event.currentTarget.value)}>
      {(!isRequired || value === undefined) && <option value={UNSET}>{describeDefault(read.schema) ?? '–'}</option>}
      {read.isNullable && <option value={NULL}>null</option>}
      {groups === undefined
        ? texts.map(toOption)
        : [...new Set(groups)].map((group) => (
            <optgroup key={group} label={group}>
              {texts.filter((_, place) => groups[place] === group).map(toOption)}
            </optgroup>
          ))}
    </select>
  )
}

export function JsonControl({ id, described, value, onChange }: ReadFieldProps) {
  const [draft, setDraft] = useState(value === undefined ? '' : JSON.stringify(value, null, 2))
  const type = (text: string) => {
    setDraft(text)
    onChange(decodeJson(text) ?? (text.trim() === '' ? undefined : text))
  }
  return (
    <textarea
      {...described}
      id={id}
      rows={4}
      spellcheck={false}
      value={draft}
      onInput={(event) => type(event.currentTarget.value)}
    />
  )
}

function placeholderOf(value: unknown, example?: string): string {
  if (value === null) return 'null'
  return value === undefined ? (example ?? '') : ''
}

/** What a field has if it is not set, if the schema or its description says so. */
function describeDefault({ default: value, description = '' }: FieldSchema): string | undefined {
  return value === undefined ? /Default: (.*)\./.exec(description)?.[1] : String(value)
}

/** The range of a number and what it is if it is not set: `above 0 to 1, default 1`. */
function describeRange(schema: FieldSchema): string {
  const { minimum, exclusiveMinimum, maximum } = schema
  const least = exclusiveMinimum === undefined ? minimum : `above ${exclusiveMinimum}`
  const range = Number(maximum) < Number.MAX_SAFE_INTEGER ? `${least} to ${maximum}` : `${least} or more`
  const usual = describeDefault(schema)
  return [least !== undefined && range, usual && `default ${usual}`].filter(Boolean).join(', ')
}
