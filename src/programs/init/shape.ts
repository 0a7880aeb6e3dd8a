/** What a schema of a document says about values, without references and combinations. */

import { type Json, type OpenApiDocument, read, refOf, toList, toObject } from './read-document.ts'

export type Choice = string | number | boolean

export interface Shape {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'unknown'
  readonly isNullable: boolean
  readonly choices?: readonly Choice[]
  readonly fields: ReadonlyMap<string, Shape>
  readonly required: ReadonlySet<string>
  /** Its items, or the values of a map. */
  readonly items?: Shape | undefined
  /** The shapes of which a value has one; none if there is only this one. */
  readonly forms: readonly Shape[]
  /** Where it stands in the document, if others refer to it. */
  readonly component?: string | undefined
  /** All further keywords. */
  readonly keywords: Json
  /** What both of two schemas say. */
  and(other: Shape): Shape
}

export type ShapeOf = (schema: unknown) => Shape

const MOST_DEPTH = 40
const TYPES = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'array', 'object'])

/** Creates a function that reads schemas, each once. Those of fields and items are read when somebody asks. */
export function createShapes({ follow }: OpenApiDocument): ShapeOf {
  const known = new Map<unknown, Shape>()
  const joined = new Map<unknown, Json>()
  // How often something was left out, because it is inside of itself.
  let cuts = 0

  /** Joins what a schema, its references and its combinations say. */
  const join = (schema: unknown, above: readonly unknown[]): Json => {
    const before = joined.get(schema)
    if (before !== undefined) return before
    const isInside = above.includes(schema)
    if (isInside) cuts += 1
    if (isInside || above.length > MOST_DEPTH) return {}
    const cutsBefore = cuts
    const found = joinParts(schema, [...above, schema])
    // What several schemas contain is joined once.
    if (cuts === cutsBefore) joined.set(schema, found)
    return found
  }
  const joinParts = (schema: unknown, inside: readonly unknown[]): Json => {
    const { $ref, allOf, anyOf, oneOf, ...own } = toObject(schema)
    const target = $ref === undefined ? {} : join(follow(schema), inside)
    const parts = toList(allOf).map((each) => join(each, inside))
    const variants = [...toList(anyOf), ...toList(oneOf)].map((each) => join(each, inside))
    return [...parts, chooseVariant(variants), own].reduce(merge, target)
  }

  const shapeOf: ShapeOf = (schema) => {
    const shape = known.get(schema) ?? toShape(join(schema, []), shapeOf, refOf(schema))
    known.set(schema, shape)
    return shape
  }
  return shapeOf
}

function merge(one: Json, other: Json): Json {
  const required = [...toList(one.required), ...toList(other.required)]
  const properties = { ...toObject(one.properties), ...toObject(other.properties) }
  const [ones, others] = [toList(one.enum), toList(other.enum)]
  const both = ones.filter((each) => others.includes(each))
  return { ...one, ...other, required, properties, ...(both.length > 0 && { enum: both }) }
}

/** Chooses one of several variants: what is no object rather than what is, because it may also be written expanded. */
function chooseVariant(variants: readonly Json[]): Json {
  const others = variants.filter((each) => each.type !== 'null' && each.const !== null)
  const nullable = others.length < variants.length ? { nullable: true } : {}
  const chosen = others.find((each) => each.type !== undefined && each.type !== 'object') ?? others[0] ?? {}
  const choices = others.map(readChoices)
  if (choices.length < 2) return { ...chosen, ...nullable }
  if (choices.includes(undefined)) return { ...chosen, ...nullable, [FORMS]: others.flatMap(formsOf) }
  const { const: _const, ...rest } = chosen
  return { ...rest, ...nullable, enum: choices.flat() }
}

// No keyword of a document is called so.
const FORMS = Symbol('forms')

const formsOf = (keywords: Json): readonly Json[] => Reflect.get(keywords, FORMS) ?? [keywords]

function readChoices({ enum: several, const: one }: Json): readonly unknown[] | undefined {
  if (one !== undefined) return [one]
  return Array.isArray(several) ? several : undefined
}

function toShape(keywords: Json, shapeOf: ShapeOf, component?: string): Shape {
  const types = [keywords.type].flat().filter((each, _index, all) => each !== 'integer' || !all.includes('number'))
  const [named, ...others] = types.filter((each) => TYPES.has(each))
  const found = readChoices(keywords)
  const written = [...new Set(found?.filter(isChoice))]
  const choices = written.every((each) => named === undefined || types.some((of) => isOf(each, of))) ? written : []
  const type = (named ?? guessType(keywords, choices)) as Shape['type']
  const items = type === 'array' ? keywords.items : keywords.additionalProperties
  const ofTypes = others.length > 0 && choices.length === 0 ? [named, ...others] : []
  const forms = FORMS in keywords ? formsOf(keywords) : ofTypes.map((each) => ({ ...keywords, type: each }))
  let fields: Shape['fields'] | undefined
  let shapes: Shape['forms'] | undefined
  return {
    type,
    isNullable: keywords.nullable === true || types.includes('null') || found?.includes(null) === true,
    ...(choices.length > 0 && { choices }),
    get fields() {
      fields ??= new Map(
        Object.entries(toObject(keywords.properties)).flatMap(([name, schema]) =>
          name === '__proto__' ? [] : [[name, shapeOf(schema)] as const],
        ),
      )
      return fields
    },
    required: new Set(toList(keywords.required).filter((name) => typeof name === 'string')),
    get items() {
      return typeof items === 'object' && items !== null ? shapeOf(items) : undefined
    },
    get forms() {
      shapes ??= forms.map((each) => toShape(each, shapeOf))
      return shapes
    },
    component,
    keywords,
    and: (other) => toShape(merge(keywords, other.keywords), shapeOf),
  }
}

const isChoice = (value: unknown): value is Choice => ['string', 'number', 'boolean'].includes(typeof value)

function isOf(choice: Choice, type: unknown): boolean {
  if (typeof choice === 'number') return Number.isFinite(choice) && (type === 'integer' || type === 'number')
  return typeof choice === type
}

function guessType({ properties, items, additionalProperties }: Json, [choice]: readonly Choice[]): Shape['type'] {
  if (Object.keys(toObject(properties)).length > 0) return 'object'
  if (items !== undefined) return 'array'
  if (typeof additionalProperties === 'object') return 'object'
  if (typeof choice === 'boolean' || typeof choice === 'string') return typeof choice as 'boolean' | 'string'
  return choice === undefined ? 'unknown' : 'number'
}

/** Reads a whole number of a schema that is not negative. */
export function readLimit({ keywords }: Shape, name: string): number | undefined {
  const value = read(keywords, name)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

export const isText = ({ type }: Shape): boolean => type === 'string'

/** Whether it is a whole number or a text, as ids are. */
export const isScalar = ({ type }: Shape): boolean => type === 'string' || type === 'integer'

/** Whether it consists of other values. */
export const isNested = ({ type, choices }: Shape): boolean =>
  choices === undefined && (type === 'array' || type === 'object' || type === 'unknown')
