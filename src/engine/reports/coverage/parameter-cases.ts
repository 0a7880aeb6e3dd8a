// The cases of a parameter, and what the service would say to its values.

import type { Declarations } from '../../contract/operation/declarations.ts'
import type { FieldIssue } from '../../contract/operation/failure.ts'
import type { GivenParameters } from '../../contract/operation/framework.ts'
import type { Parameter, Parameters } from '../../contract/operation/parameter.ts'
import { choicesOf } from '../../contract/operation/value.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { Case, SeenRequest } from './case.ts'

const NAME = 'probe'

/** A service under a set of assumptions, as far as cases depend on it. */
export interface Rules extends Declarations {
  readonly assumptions: Assumptions
}

/** Returns the issues that the service finds in the parameters of a request. */
export function findIssues(
  { framework, assumptions }: Rules,
  declared: Parameters,
  received: GivenParameters,
): readonly FieldIssue[] {
  const read = framework.readParameters(declared, received, assumptions)
  return 'issues' in read ? read.issues : []
}

export function findParameterIssues(
  rules: Rules,
  parameter: Parameter,
  texts: readonly string[],
): readonly FieldIssue[] {
  const query = new Map(parameter.in === 'query' ? [[NAME, texts]] : [])
  return findIssues(rules, { [NAME]: parameter }, { path: { [NAME]: texts[0] ?? '' }, query })
}

type Values = readonly (readonly [name: string, isGiven: (value: unknown) => boolean])[]
type ValuesOf<Kind extends Parameter['kind']> = (parameter: Extract<Parameter, { kind: Kind }>, rules: Rules) => Values

/** Lists the valid values of a parameter: its values, its bounds, and its absence. */
export function listParameterCases(name: string, parameter: Parameter, rules: Rules): Case[] {
  // The function is selected by the parameter's kind, so their types match.
  const listValues = values[parameter.kind] as ValuesOf<Parameter['kind']>
  const takesEmpty = isOfText(parameter) && findParameterIssues(rules, parameter, ['']).length === 0
  const valueCases: Values = [...(takesEmpty ? ([['empty', isEmpty]] as const) : []), ...listValues(parameter, rules)]
  const isAbsent = ({ query }: SeenRequest): boolean => parameter.in === 'query' && !query.has(name)
  const define = (what: string, happened: (request: SeenRequest) => boolean): Case => ({
    subject: name,
    name: what,
    happened: (request) => request.isUnderstood && happened(request),
  })
  return [
    ...(parameter.in === 'query' ? [define('absent', isAbsent)] : []),
    ...valueCases.map(([what, isGiven]) =>
      define(what, (request) => !isAbsent(request) && isGiven(request.entry.parameters?.[name])),
    ),
  ]
}

const values: { readonly [Kind in Parameter['kind']]: ValuesOf<Kind> } = {
  integer({ minimum, maximum }) {
    if (minimum === undefined) return [['given', () => true]]
    const lowest = [`${minimum}`, (value: unknown) => Number(value) === minimum] as const
    if (maximum === undefined) return [lowest, [`above ${minimum}`, (value) => Number(value) > minimum]]
    const isBetween = (value: unknown): boolean => Number(value) > minimum && Number(value) < maximum
    return [
      lowest,
      [`${minimum + 1} to ${maximum - 1}`, isBetween],
      [`${maximum}`, (value) => Number(value) === maximum],
    ]
  },
  boolean: () => [true, false].map((each) => [String(each), (value) => value === each]),
  choice(parameter, { assumptions }) {
    const known = choicesOf(parameter, assumptions)
    const isOther = (value: unknown): boolean => value !== '' && !known.includes(String(value))
    return [...known.map(equals), ...(parameter.takesOthers?.(assumptions) ? ([['any other', isOther]] as const) : [])]
  },
  text: () => [['given', (value) => value !== '']],
  uuid: () => [['given', () => true]],
  dateTime: () => [['given', () => true]],
  schema: () => [['given', () => true]],
  list: () => [
    ['one', (value) => Array.isArray(value) && value.length === 1],
    ['several', (value) => Array.isArray(value) && value.length > 1],
  ],
}

function isOfText(parameter: Parameter): boolean {
  const takesText =
    parameter.kind === 'text' ||
    (parameter.kind === 'choice' && parameter.takesOthers !== undefined) ||
    (parameter.kind === 'list' && parameter.isOneText === true)
  return parameter.in === 'query' && takesText
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}

function equals(text: string): Values[number] {
  return [text, (value) => value === text]
}
