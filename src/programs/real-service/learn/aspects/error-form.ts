// How an error is written.

import { isRecord } from '../../../../engine/input/schemas/schema-walk.ts'
import { tellName } from '../../forms/told-name.ts'
import type { Aspects } from './aspects.ts'
import { describeType } from './record-forms.ts'

const MOST_ISSUES = 3

/** The form of an error: its fields, and of each issue its kind, place and input. How it is worded is not told. */
export function describeError(value: unknown, body: string): Aspects {
  if (value === undefined) return { error: body === '' ? 'nothing' : 'a text' }
  const issues = findIssues(value)
  const first = issues.slice(0, MOST_ISSUES).map((issue) => (isRecord(issue) ? issue : {}))
  const describe = (name: string) => JSON.stringify(first.map(({ [name]: field }) => tellWords(field)))
  return {
    error: listFields(value).join(', ') || describeType(value),
    ...(issues.length > 0 && {
      issues: String(issues.length),
      'issue fields': [...new Set(first.flatMap((issue) => Object.keys(issue).map(tellName)))].sort().join(', '),
      'issue kinds': describe('type'),
      'issue places': describe('loc'),
      'issue inputs': first.map(({ input }) => (typeof input === 'string' ? input.length : describeType(input))).join(),
    }),
  }
}

/** Returns the words of an issue without those that may be private. */
function tellWords(field: unknown): unknown {
  if (typeof field === 'string') return tellName(field)
  return Array.isArray(field) ? field.map(tellWords) : (field ?? null)
}

function findIssues(value: unknown): readonly unknown[] {
  const list = isRecord(value) ? Object.values(value).find(Array.isArray) : undefined
  return Array.isArray(list) ? list : []
}

/** The fields of an error, and those of an object in it. */
function listFields(value: unknown, prefix = ''): readonly string[] {
  if (!isRecord(value)) return []
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const name = tellName(key)
    return isRecord(field) && prefix === ''
      ? listFields(field, `${name}.`)
      : [`${prefix}${name}: ${describeType(field)}`]
  })
  return [...new Set(fields)].toSorted()
}
