import { DEPLOYMENT_TYPES } from '../records/deployment.ts'
import type { Assumptions } from './assumptions.ts'
import type { ValidationError } from './errors.ts'
import { splitList } from './open-values.ts'
import {
  parseDecimalInteger,
  parsePydanticBoolean,
  parsePydanticInteger,
  parseStrictBoolean,
  parseUuid,
} from './parse-scalars.ts'
import type { Query } from './query.ts'
import { mistakes } from './validation-errors.ts'

/** A query parameter as the interface declares it (section 4.4). */
export type Parameter =
  | { readonly kind: 'integer'; readonly fallback: bigint; readonly minimum: number; readonly maximum?: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'status' }
  | { readonly kind: 'idList' }

export type Parameters = Readonly<Record<string, Parameter>>

/** The parameters of the list of deployments, in the order in which mistakes are reported. */
export const listDeploymentsParameters = {
  limit: { kind: 'integer', fallback: 20n, minimum: 1, maximum: 100 },
  offset: { kind: 'integer', fallback: 0n, minimum: 0 },
  name_contains: { kind: 'text' },
  status: { kind: 'status' },
  remote_reconciled: { kind: 'boolean' },
  tag_value_ids: { kind: 'idList' },
  image_version: { kind: 'text' },
  deployment_type: { kind: 'choice', choices: DEPLOYMENT_TYPES },
  deployment_ids: { kind: 'idList' },
} as const satisfies Parameters

type ValueOf<Kind> = Kind extends 'integer' ? bigint : Kind extends 'boolean' ? boolean | null : string | null

/** The values of declared parameters; null where a parameter is absent. */
export type ParameterValues<Declared extends Parameters> = {
  -readonly [Name in keyof Declared]: ValueOf<Declared[Name]['kind']>
}

/** What parsing goes by beyond the declarations. */
export interface ParsingRules {
  assumptions: Assumptions
  statuses: readonly string[]
}

type Outcome = { value: bigint | boolean | string | null } | { errors: readonly ValidationError[] }

/**
 * Parses the parameters of a request.
 *
 * @returns the values, or every mistake: those of declared parameters in their order, then
 * those of unknown ones in the order of the request
 */
export function parseParameters<Declared extends Parameters>(
  declared: Declared,
  query: Query,
  rules: ParsingRules,
): { values: ParameterValues<Declared> } | { errors: readonly ValidationError[] } {
  const values: Record<string, unknown> = {}
  const errors: ValidationError[] = []

  for (const [name, parameter] of Object.entries(declared)) {
    const outcome = parseGiven(name, parameter, query.get(name), rules)
    if ('errors' in outcome) errors.push(...outcome.errors)
    else values[name] = outcome.value
  }
  if (rules.assumptions.unknownParameter === '422') {
    for (const [name, given] of query) {
      if (!Object.hasOwn(declared, name)) errors.push(mistakes.unknown(['query', name], given.at(-1)))
    }
  }
  return errors.length > 0 ? { errors } : { values: values as ParameterValues<Declared> }
}

function parseGiven(
  name: string,
  parameter: Parameter,
  given: readonly string[] | undefined,
  rules: ParsingRules,
): Outcome {
  const loc = ['query', name]
  if (given === undefined) return { value: parameter.kind === 'integer' ? parameter.fallback : null }
  const { repeatedParameter } = rules.assumptions
  if (given.length > 1 && repeatedParameter === '422') return { errors: [mistakes.repeated(loc, given)] }
  const text = (repeatedParameter === 'first' ? given[0] : given.at(-1)) as string
  const outcome = parseText(parameter, text, loc, rules)
  return 'type' in outcome ? { errors: [outcome] } : outcome
}

function parseText(
  parameter: Parameter,
  text: string,
  loc: readonly string[],
  { assumptions, statuses }: ParsingRules,
): Outcome | ValidationError {
  switch (parameter.kind) {
    case 'integer':
      return parseInteger(parameter, text, loc, assumptions)
    case 'boolean': {
      const parsed = assumptions.booleanSyntax === 'strict' ? parseStrictBoolean(text) : parsePydanticBoolean(text)
      return 'value' in parsed ? parsed : mistakes.boolean(loc, text)
    }
    case 'choice':
      return parameter.choices.includes(text) ? { value: text } : mistakes.literal(loc, text, parameter.choices)
  }
  if (text === '') return assumptions.emptyFilter === '422' ? mistakes.tooShort(loc, text) : { value: text }
  if (parameter.kind === 'status' && assumptions.unknownStatus === '422' && !statuses.includes(text)) {
    return mistakes.literal(loc, text, statuses)
  }
  const errors = parameter.kind === 'idList' && assumptions.malformedIdInList === '422' ? findBadIds(text, loc) : []
  return errors.length > 0 ? { errors } : { value: text }
}

function parseInteger(
  { minimum, maximum }: Parameter & { kind: 'integer' },
  text: string,
  loc: readonly string[],
  { integerSyntax }: Assumptions,
): Outcome | ValidationError {
  const parsed = integerSyntax === 'decimal' ? parseDecimalInteger(text) : parsePydanticInteger(text)
  if ('mistake' in parsed) {
    return parsed.mistake === 'size' ? mistakes.integerSize(loc, text) : mistakes.integer(loc, text)
  }
  if (parsed.value < minimum) return mistakes.atLeast(loc, text, minimum)
  if (maximum !== undefined && parsed.value > maximum) return mistakes.atMost(loc, text, maximum)
  return parsed
}

/** The ids of a comma-separated list, in lower case. */
export function parseIdList(text: string): string[] {
  return splitList(text.toLowerCase()).filter((id) => id !== '')
}

function findBadIds(text: string, loc: readonly string[]): ValidationError[] {
  return splitList(text).flatMap((id, index) => {
    const parsed = id === '' ? { value: id } : parseUuid(id)
    return 'mistake' in parsed ? [mistakes.uuid([...loc, index] as string[], id, parsed.mistake)] : []
  })
}
