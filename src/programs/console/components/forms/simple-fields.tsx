// The controls for values without parts: texts, numbers, choices and dates.

import { useState } from 'preact/hooks'
import { parseJson } from '../../../../engine/input/text/decode.ts'
import type { FieldSchema } from '../../store/api.ts'
import { listChoices, type ReadFieldProps } from './schema-kinds.ts'

const UNSET = '\u0000'
const NULL = '\u0001'

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
    onChange(parseJson(text) ?? (text.trim() === '' ? undefined : text))
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
