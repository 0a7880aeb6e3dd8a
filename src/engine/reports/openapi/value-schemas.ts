// Describes the values of parameters and bodies as JSON Schema.

import * as z from 'zod'
import { listFilters } from '../../contract/list-page.ts'
import type { Declarations } from '../../contract/operation/declarations.ts'
import type { Framework } from '../../contract/operation/framework.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import {
  choicesOf,
  listDeclared,
  type Model,
  type Parameter,
  type Value,
  type ValueRule,
} from '../../contract/operation/value.ts'
import { hashBody } from '../../contract/operation/without-body.ts'
import { type Assumptions, isThere } from '../../define/assumptions/assumptions.ts'
import { type BasisOfParts, basisOf, findException } from '../../define/basis.ts'
import { encodeBody } from '../../http/body.ts'
import { omitIntegerRange } from '../../input/schemas/form-schema.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import type { Marker } from './marker.ts'
import type { Json } from './parts.ts'

// If a parameter has invalid values, one of these is. The path contains no empty and no repeated ones.
const PATH_PROBES = [['!'], ['00000000-0000-4000-8000-000000000000']]

const QUERY_PROBES = [[''], ['null'], ['!', '!'], ...PATH_PROBES]

interface Describing {
  /** Returns a reference to a named schema, and builds the schema when it is first needed. */
  refer(name: string, build: () => Json): Json
  readonly assumptions: Assumptions
  readonly base: Marker['base']
  /** Whether every text has to be filled. Default: it does not. */
  refusesEmpty?(): boolean
  /** Where the fields are known from. */
  readonly basis?: BasisOfParts | undefined
}

/** Describes the objects of a model: what the service's validator accepts without any conversion. */
export function describeModel(model: Model, how: Describing): Json {
  if (model.schema !== undefined) return describeSchema(model.schema, 'input', how.refer)
  if (model.name === undefined) return describeFields(model, how)
  return how.refer(model.name, () => how.base(describeFields(model, how), basisOf(how.basis, String(model.name))))
}

function describeFields({ fields }: Model, how: Describing): Json {
  const entries = Object.entries(fields).filter(([, value]) => isThere(value, how.assumptions))
  // Without their defaults, because generators of clients take a field with a default for a required one.
  const required = entries.filter(([, { fallback }]) => fallback === undefined).map(([name]) => name)
  const alternatives = entries.flatMap(([name, { elsewhere }]) =>
    elsewhere === undefined ? [] : { anyOf: [requireAt(fields, [name]), requireAt(fields, elsewhere)] },
  )
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, value]) => [name, how.base(describeValue(value, how), findException(how.basis, name))]),
    ),
    ...(required.length > 0 && { required }),
    // The service ignores unknown fields of a body.
    ...alternatives[0],
  }
}

// An object that has a text or an object at a path.
function requireAt(fields: Model['fields'], [name = '', ...inner]: readonly string[]): Json {
  const value = fields[name]
  if (value?.kind === 'model' && inner.length > 0) {
    return { properties: { [name]: requireAt(value.model.fields, inner) } }
  }
  return { required: [name], properties: { [name]: { type: value?.kind === 'model' ? 'object' : 'string' } } }
}

function describeValue(value: Value, how: Describing): Json {
  const schema = describeRule(value, how)
  return value.isNullable === true ? orNull(schema) : schema
}

/** Describes what a rule accepts. */
function describeRule(rule: ValueRule, how: Describing): Json {
  // The function is selected by the kind of the rule, so their types match.
  const describe = descriptions[rule.kind] as Describe<ValueRule['kind']>
  return describe(rule, how)
}

type Describe<Kind extends ValueRule['kind']> = (rule: Extract<ValueRule, { kind: Kind }>, how: Describing) => Json

const TEXT: Json = { type: 'string' }

const descriptions: { readonly [Kind in ValueRule['kind']]: Describe<Kind> } = {
  text: ({ isFilled }, how) => describeText(how, isFilled),
  id: () => ({ ...TEXT, minLength: 1 }),
  integer: ({ minimum, maximum }) => omitUndefined({ type: 'integer', minimum, maximum }),
  number: ({ minimum, maximum }) => omitUndefined({ type: 'number', minimum, maximum }),
  boolean: () => ({ type: 'boolean' }),
  uuid: ({ isAnyText }, { assumptions }) => (isAnyText?.(assumptions) === true ? TEXT : { ...TEXT, format: 'uuid' }),
  dateTime: () => ({ ...TEXT, format: 'date-time' }),
  choice(rule, how) {
    const choices = choicesOf(rule, how.assumptions)
    return rule.takesOthers?.(how.assumptions)
      ? { ...describeText(how), examples: choices }
      : { ...TEXT, enum: choices }
  },
  list: ({ of, most, isOneText }, how) =>
    isOneText ? describeText(how) : omitUndefined({ type: 'array', items: describeValue(of, how), maxItems: most }),
  map: ({ of }, how) => ({
    type: 'object',
    additionalProperties: of === undefined ? true : describeValue(of, how),
  }),
  model: ({ model }, how) => describeModel(model, how),
  schema: ({ schema }, { refer }) => describeSchema(schema, 'input', refer),
}

function describeText({ refusesEmpty }: Describing, isFilled = refusesEmpty?.()): Json {
  return isFilled ? { ...TEXT, minLength: 1 } : TEXT
}

/** Describes what a schema of a service's user takes or puts out. What contains itself or has an id is referred to. */
export function describeSchema(schema: z.ZodType, io: 'input' | 'output', refer: Describing['refer']): Json {
  const {
    $schema,
    $defs = {},
    ...written
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => omitIntegerRange(jsonSchema),
  })
  const text = JSON.stringify({ $defs, written })
  if (!text.includes('"$ref":"#')) return written
  const mark = hashBody(encodeBody(text)).slice(1, 7)
  const nameOf = (id = ''): string => `${/^(?:__schema\d+)?$/.test(id) ? `Nested${id.slice(8)}` : id}_${mark}`
  const point = (part: unknown): Json =>
    JSON.parse(
      JSON.stringify(part).replace(
        /"\$ref":"#(?:\/\$defs\/([^"]*))?"/g,
        (_, id) => `"$ref":"#/components/schemas/${nameOf(id)}"`,
      ),
    )
  for (const [id, part] of Object.entries($defs)) refer(nameOf(id), () => point(part))
  return text.includes('"$ref":"#"') ? refer(nameOf(), () => point(written)) : point(written)
}

/** Describes a value that may also be null. */
export function orNull(schema: Json): Json {
  const isPlain = typeof schema.type === 'string' && !('enum' in schema) && !('const' in schema)
  return isPlain ? { ...schema, type: [schema.type, 'null'] } : { anyOf: [schema, { type: 'null' }] }
}

interface ParameterSource {
  readonly marker: Marker
  readonly examples: Readonly<Record<string, string>>
}

/** Describes the parameters of an operation. Each is marked with the assumptions that its values depend on. */
export function describeParameters(
  { parameters, headers = {}, basis }: Operation,
  { marker, examples }: ParameterSource,
): Json[] {
  const written = listDeclared(parameters, marker.assumptions).map(([name, parameter]) =>
    marker.mark((assumptions) => {
      tryValues(marker.declared, [name, parameter], assumptions)
      return omitUndefined({
        name,
        ...marker.base({}, basisOf(basis, parameter.in === 'query' ? `?${name}` : name)),
        in: parameter.in,
        required: parameter.in === 'path' || parameter.isRequired === true ? true : undefined,
        description: parameter.description,
        schema: buildWrittenSchema(parameter, { framework: marker.declared.framework, assumptions }),
        example: toExample(parameter, examples[name]),
      })
    }),
  )
  const sent = Object.entries(headers).map(([name, description]) => {
    return { name, in: 'header', description, schema: { type: 'string' } }
  })
  return [...written, ...sent]
}

export function canBeInvalid(
  declared: Declarations,
  [name, parameter]: readonly [string, Parameter],
  assumptions: Assumptions,
): boolean {
  // All of them are tried, because that reads the assumptions.
  const outcomes = tryValues(declared, [name, parameter], assumptions)
  return parameter.isRequired === true || outcomes.some((outcome) => 'issues' in outcome)
}

// Parses values and applies the filters for them, which reads the assumptions that they depend on.
function tryValues(
  { framework }: Declarations,
  [name, parameter]: readonly [string, Parameter],
  assumptions: Assumptions,
) {
  const declared = { [name]: parameter }
  const probes = parameter.in === 'path' ? PATH_PROBES : QUERY_PROBES
  return probes.map((texts) => {
    const received = {
      path: { [name]: texts[0] ?? '' },
      query: new Map(parameter.in === 'query' ? [[name, texts]] : []),
    }
    const outcome = framework.readParameters(declared, received, assumptions)
    if ('values' in outcome) listFilters(declared, outcome.values, assumptions)
    return outcome
  })
}

function toExample(parameter: Parameter, text: string | undefined): unknown {
  if (text === undefined) return undefined
  if (parameter.kind === 'list' && !parameter.isOneText) return [text]
  if (parameter.kind === 'integer') return Number(text)
  return parameter.kind === 'boolean' ? text === 'true' : text
}

/** What decides which values are valid. */
export interface ParameterRules {
  readonly framework: Framework
  readonly assumptions: Assumptions
}

// The framework writes that a parameter may be null if it may be absent and has no default.
function buildWrittenSchema(parameter: Parameter, rules: ParameterRules): Json {
  const schema = buildParameterSchema(parameter, rules)
  const isAlways = parameter.in === 'path' || parameter.isRequired === true
  const hasDefault = parameter.fallback !== undefined
  return isAlways || hasDefault || parameter.kind === 'schema' ? schema : { anyOf: [schema, { type: 'null' }] }
}

/** Describes the values of a parameter that is there. */
export function buildParameterSchema(parameter: Parameter, { framework, assumptions }: ParameterRules): Json {
  const { fallback } = parameter
  const schema = describeRule(parameter, {
    assumptions,
    refusesEmpty: () => framework.refusesEmpty(assumptions),
    refer: (_name, build) => build(),
    base: (part) => part,
  })
  return fallback === undefined
    ? schema
    : { ...schema, default: typeof fallback === 'bigint' ? Number(fallback) : fallback }
}
