// Reads the parameters of a request by their schemas.

import type * as z from 'zod'
import type { FieldIssue } from '../engine/contract/operation/failure.ts'
import type { GivenParameters } from '../engine/contract/operation/framework.ts'
import type { Parameter, Parameters, ParameterValues } from '../engine/contract/operation/value.ts'
import type { CommonAnswers } from './common-questions.ts'
import { type FieldKind, fieldKindOf } from './field-kind.ts'
import { readTexts } from './read-texts.ts'

type Read = { readonly values: ParameterValues<Parameters> } | { readonly issues: readonly FieldIssue[] }

/** Stands for a filter that is given without a value, and matches nothing. */
export const EMPTY = Symbol('empty')

/** Reads the parameters of a request: their values, or all their issues. */
export function readParameters(declared: Parameters, { path, query }: GivenParameters, answers: CommonAnswers): Read {
  const values: Record<string, unknown> = {}
  const issues: FieldIssue[] = []
  for (const [name, parameter] of Object.entries(declared)) {
    if (parameter.kind !== 'schema') {
      // Every other parameter is a text in the path.
      values[name] = path[name]
      continue
    }
    const read = readParameter(name, parameter, query.get(name), answers)
    if ('issues' in read) issues.push(...read.issues)
    else values[name] = read.value
  }
  for (const name of query.keys()) {
    if (name in declared || answers.unknownParameter !== 'refused') continue
    issues.push({ type: 'unknown', loc: ['query', name], msg: 'It is unknown' })
  }
  return issues.length > 0 ? { issues } : { values: values as ParameterValues<Parameters> }
}

type SchemaParameter = Extract<Parameter, { readonly kind: 'schema' }>
type ReadOne = { readonly value: unknown } | { readonly issues: readonly FieldIssue[] }

function readParameter(
  name: string,
  { schema, filter }: SchemaParameter,
  texts: readonly string[] | undefined,
  answers: CommonAnswers,
): ReadOne {
  const invalid = (msg: string): ReadOne => ({ issues: [{ type: 'invalid', loc: ['query', name], msg }] })
  const kind = fieldKindOf(schema)
  const isRepeated = texts !== undefined && texts.length > 1
  if (isRepeated && kind !== 'list' && answers.repeatedParameter === 'refused')
    return invalid('It is given more than once')
  const given = isRepeated && kind === 'list' ? texts : pickText(texts, answers)
  if (given === '' && filter !== undefined) {
    if (answers.emptyFilter === 'refused') return invalid('It is empty')
    return { value: answers.emptyFilter === 'matchesNothing' ? EMPTY : null }
  }
  return readGiven(name, schema, spell(kind, given, answers), answers)
}

const TRUTH: Readonly<Record<string, string>> = {
  1: 'true',
  yes: 'true',
  on: 'true',
  0: 'false',
  no: 'false',
  off: 'false',
}

/** Spells a number, a truth value or a time strictly that is spelled loosely. */
function toStrictText(kind: FieldKind, text: string): string {
  if (kind === 'text' || kind === 'list') return text
  if (kind === 'boolean') return TRUTH[text.toLowerCase()] ?? text.toLowerCase()
  if (kind === 'number') return text.trim().replace(/^\+?0*(?=\d)/, '')
  return text.replace(
    /^([\d-]{10})[ T](\d\d:\d\d)(:\d\d)?$/,
    (_, day, hour, second = ':00') => `${day}T${hour}${second}Z`,
  )
}

function spell(kind: FieldKind, given: string | readonly string[] | undefined, answers: CommonAnswers): typeof given {
  if (given === 'null' && answers.nullParameter === 'absent') return undefined
  return typeof given === 'string' && answers.valueSyntax === 'loose' ? toStrictText(kind, given) : given
}

function readGiven(name: string, schema: z.ZodType, given: ReturnType<typeof spell>, answers: CommonAnswers): ReadOne {
  const read = readTexts(schema, given, 'query')
  if ('value' in read) return { value: read.value ?? null }
  if (given !== undefined && answers.invalidParameter === 'ignored') return readGiven(name, schema, undefined, answers)
  // A client knows a parameter by its name, whichever of its values is wrong.
  return { issues: read.issues.map(({ loc: [place = 'query'], ...issue }) => ({ ...issue, loc: [place, name] })) }
}

function pickText(texts: readonly string[] | undefined, answers: CommonAnswers): string | undefined {
  if (texts === undefined || texts.length < 2) return texts?.[0]
  return answers.repeatedParameter === 'first' ? texts[0] : texts.at(-1)
}
