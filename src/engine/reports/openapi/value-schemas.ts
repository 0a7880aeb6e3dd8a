// Describes the values of parameters and bodies as JSON Schema.

import * as z from 'zod'
import { choicesOf, type Model, type Value, type ValueRule } from '../../contract/operation/value.ts'
import { hashBody } from '../../contract/response-body.ts'
import { type Assumptions, isThere } from '../../define/assumptions/assumptions.ts'
import { type BasisOfParts, basisOf, findException } from '../../define/basis.ts'
import { encodeBody } from '../../http/body.ts'
import { omitIntegerRange } from '../../input/schemas/form-schema.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import type { Marker } from './marker.ts'
import type { Json } from './parts.ts'

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
    ...(required.length === 0 ? {} : { required }),
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
export function describeRule(rule: ValueRule, how: Describing): Json {
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
