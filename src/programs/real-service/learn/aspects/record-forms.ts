// How records are written: their fields, times and secrets.

import { isRecord } from '../../../../engine/input/schemas/schema-walk.ts'
import { HIDDEN as HIDDEN_IN_LOGS } from '../../../../engine/input/text/secret-names.ts'
import type { Aspects, Knowledge } from './aspects.ts'

export interface ListKnowledge {
  readonly known: Knowledge
  readonly isCut: boolean
}

/** How records are written: the forms of their values, field by field. */
export function describeRecords(items: readonly unknown[], { known, isCut }: ListKnowledge): Aspects {
  const records = items.filter(isRecord)
  const fields = new Map<string, Set<string>>()
  noteFields(records, '', { seen: fields, known, isCut })
  for (const name of CONFIGURATIONS) {
    noteFields(records.map(({ [name]: value }) => value).filter(isRecord), `${name}.`, { seen: fields, known, isCut })
  }
  if (isCut) return summarize(fields)
  const times = records.flatMap((record) => [record.created_at, record.updated_at])
  const secrets = records.flatMap((record) => (Array.isArray(record.secrets) ? record.secrets.filter(isRecord) : []))
  return summarize([
    ...fields,
    ['times', times.filter((time) => time !== null && time !== undefined).map(describeTime)],
    ['secrets', describeSecrets(secrets.map(({ value }) => value))],
  ])
}

function summarize(found: Iterable<readonly [name: string, texts: Iterable<string>]>): Aspects {
  const texts = Array.from(found, ([name, each]) => [name, [...new Set(each)].sort().join(' ')] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function noteFields(
  records: readonly Readonly<Record<string, unknown>>[],
  prefix: string,
  place: { readonly seen: Map<string, Set<string>>; readonly known: Knowledge; readonly isCut: boolean },
): void {
  const { seen, known, isCut } = place
  const counts = new Map<string, number>()
  for (const [field, value] of records.flatMap((record) => Object.entries(record))) {
    if (isCut && known.optional.has(field)) continue
    const isKnown = known.fields.has(field)
    const name = `field ${prefix}${isKnown ? field : '?'}`
    if (isKnown) counts.set(name, (counts.get(name) ?? 0) + 1)
    const values = seen.get(name) ?? new Set()
    seen.set(name, values.add(describeValue(field, value, known)))
  }
  for (const [name, count] of counts) if (count < records.length) seen.get(name)?.add('absent')
}

function describeValue(name: string, value: unknown, { fields, derived }: Knowledge): string {
  if (!fields.has(name) || derived.has(name)) return 'present'
  // What else they are is data.
  return typeof value === 'string' && name !== 'id' && name !== 'repository_id' ? 'present' : describeType(value)
}

export function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'none'
  return Array.isArray(value) ? 'array' : typeof value
}

// The objects of the contract with fields of their own. What is within others is data.
const CONFIGURATIONS = ['source_config', 'source_revision_config'] as const

/** The form of a timestamp: how many digits its seconds have, and what it ends with. */
function describeTime(text: unknown): string {
  if (typeof text !== 'string') return describeType(text)
  const [, fraction = '', end = ''] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(.*)$/.exec(text) ?? []
  return `${fraction.length}${/^[+-]00:?00$/.test(end) ? end : end.replace(/\d/g, '9')}`
}

// Fewer are the same by chance.
const LEAST_SECRETS = 3
const HIDDEN = /[*\u2022\u25cf]{2}|\u2026|\.{3}|^[<[].*[>\]]$|redacted|hidden|masked/i

// Digests and encrypted texts. People have such secrets, too, but not all of them.
const OPAQUE = /^(?:[\w.$-]{1,12}[:$.])*(?:[\da-f]{32,}|[\w+/-]{40,}={0,2})$/i
// What issues keys begins them so. No digest does.
const KEY = /^(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abp]|lsv2|hf|npm)[-_]/

/** Whether a secret is written as signs that stand for it. */
export const isMask = (value: unknown) => typeof value === 'string' && value !== HIDDEN_IN_LOGS && HIDDEN.test(value)

/** How secrets are written. Those that are all the same, or nothing but random signs, are none. */
export function describeSecrets(values: readonly unknown[]): readonly string[] {
  const different = new Set(values)
  const texts = values.filter((value) => typeof value === 'string')
  const areAlike = values.every((value) => OPAQUE.test(String(value))) && !texts.some((text) => KEY.test(text))
  const isOne = values.length >= LEAST_SECRETS && (different.size === 1 || areAlike)
  const sent = values.filter((value) => value !== HIDDEN_IN_LOGS)
  return sent.map((value) => {
    if (typeof value !== 'string') return 'none'
    if (value === '') return 'empty'
    if (/^\*{8}$/.test(value)) return 'masked'
    return isOne || HIDDEN.test(value) ? 'hidden otherwise' : 'clear'
  })
}
