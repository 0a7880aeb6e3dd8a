/** Writes schemas of zod, and what makes up values for them. */

import { type Code, call, type Item, lambda, list, literal, object, print, property, text } from './code.ts'
import { splitWords, toIdentifier, toSingular } from './names.ts'
import { toText } from './read-document.ts'
import type { Choice, Shape } from './shape.ts'
import { readLengths, readPattern, readRange, writeNumber, writeText } from './values.ts'

/** What a schema is for: stored records, bodies that create one, and what else requests contain. */
export type Use = 'record' | 'create' | 'other'

export interface SchemaWriter {
  /** The constants that schemas share, in the order in which they need each other. */
  readonly shared: readonly Code[]
  zod(schema: unknown, name: string, use: Use): Code
  /** Writes the schema of a field, which may be left out. */
  field(schema: unknown, name: string, use: Use, isRequired: boolean): Code
  /** Writes what makes up a value, for a field of something. */
  value(schema: unknown, name: string, of: string): Code
}

interface WriterOptions {
  readonly shapeOf: (schema: unknown) => Shape
  readonly unique: (name: string) => string
  readonly isTyped: boolean
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'z.iso.datetime({ offset: true })',
  date: 'z.iso.date()',
  email: 'z.email()',
  uri: 'z.url()',
  url: 'z.url()',
  uuid: 'z.uuid()',
  ipv4: 'z.ipv4()',
  ipv6: 'z.ipv6()',
}

const MOST_FIELDS = 40
const MOST_INNER_FIELDS = 12
const LONG_LIST = 60

export function createSchemaWriter({ shapeOf, unique, isTyped }: WriterOptions): SchemaWriter {
  const shared: Code[] = []
  const lists = new Map<string, string>()
  // Undefined while it is being written: it contains itself then.
  const schemas = new Map<string, string | undefined>()
  const builds = new Map<string, string | undefined>()
  let isShared = false

  const choicesOf = (choices: readonly Choice[], name: string): Code => {
    const written = list(choices.map((each) => literal(each) ?? 'null'))
    const id = JSON.stringify(choices)
    if (id.length < LONG_LIST) return written
    const known = lists.get(id)
    if (known !== undefined) return known
    const constant = unique(toIdentifier(`${name} values`, 'values'))
    lists.set(id, constant)
    shared.push([`const ${constant} = `, written, isTyped ? ' as const' : ''])
    return constant
  }

  const choose = (choices: readonly Choice[], name: string): Code => {
    const isText = choices.every((each) => typeof each === 'string')
    return call(isText ? 'z.enum' : 'z.literal', choicesOf(choices, name))
  }

  /** Lists the fields of an object that a use of it has. */
  const listFields = (shape: Shape, use: Use, isInner: boolean): [string, unknown, boolean][] => {
    const hidden = use === 'record' ? 'writeOnly' : 'readOnly'
    const all = [...shape.fields].filter(([, schema]) => shapeOf(schema).keywords[hidden] !== true)
    const room = isInner ? MOST_INNER_FIELDS : MOST_FIELDS
    return all
      .filter(
        ([name, schema], index) => shape.required.has(name) || (index < room && !(isInner && isLarge(shapeOf(schema)))),
      )
      .map(([name, schema]) => [name, schema, shape.required.has(name)])
  }

  const writeObject = (shape: Shape, use: Use, isInner = true): Code => {
    const fields = listFields(shape, use, isInner).map(([name, schema, isRequired]) =>
      property(name, field(schema, name, use, isRequired)),
    )
    return call(use === 'record' ? 'z.strictObject' : 'z.object', object(fields))
  }

  const writeValues = (shape: Shape, of: string): Item[] =>
    listFields(shape, 'record', true).flatMap(([name, schema, isRequired]) =>
      isRequired || !isLarge(shapeOf(schema)) ? [{ code: property(name, value(schema, name, of)) }] : [],
    )

  /** Declares the schema of a component, once for all that refer to it. */
  const declareSchema = (shape: Shape, component: string): string | undefined => {
    if (schemas.has(component)) return schemas.get(component)
    schemas.set(component, undefined)
    const name = unique(toIdentifier(component, 'part'))
    shared.push([`const ${name} = `, writeObject(shape, 'record')])
    schemas.set(component, name)
    return name
  }

  /** Declares what builds a component. @returns the call of it */
  const declareBuild = (shape: Shape, component: string): string | undefined => {
    if (builds.has(component)) return builds.get(component)
    builds.set(component, undefined)
    const wasShared = isShared
    isShared = isTyped
    const values = writeValues(shape, toSingular(splitWords(component).join(' ')))
    isShared = wasShared
    const uses = listUses(values)
    const name = unique(toIdentifier(`build ${component}`, 'build'))
    const type = isTyped && uses !== '' ? `: Pick<Draw, ${uses.split(', ').map(text).join(' | ')}>` : ''
    shared.push([`const ${name} = `, lambda(uses === '' ? '()' : `({ ${uses} }${type})`, object(values, true))])
    builds.set(component, `${name}(${uses === '' ? '' : `{ ${uses} }`})`)
    return builds.get(component)
  }

  const zod = (schema: unknown, name: string, use: Use): Code => {
    const shape = shapeOf(schema)
    const { type, choices, component, items } = shape
    if (choices !== undefined) return choose(choices, name)
    if (type === 'string') return writeTextSchema(shape, use)
    if (type === 'integer' || type === 'number') return writeNumberSchema(shape)
    if (type === 'boolean') return 'z.boolean()'
    if (type === 'array') return writeListSchema(shape, zod(items, toSingular(name), use))
    if (type === 'unknown') return 'z.unknown()'
    if (shape.fields.size === 0) {
      return call('z.record', 'z.string()', items === undefined ? 'z.unknown()' : zod(items, name, use))
    }
    if (component === undefined || use !== 'record') return depthGuard(shape, () => writeObject(shape, use))
    return declareSchema(shape, component) ?? 'z.unknown()'
  }

  const open = new Set<Shape>()
  /** Writes an object that is not inside of itself. */
  const depthGuard = (shape: Shape, write: () => Code): Code => {
    if (open.has(shape) || open.size > 5) return 'z.unknown()'
    open.add(shape)
    try {
      return write()
    } finally {
      open.delete(shape)
    }
  }

  const field = (schema: unknown, name: string, use: Use, isRequired: boolean): Code => {
    const { isNullable, keywords, choices, type } = shapeOf(schema)
    const base = zod(schema, name, use)
    const nullable = isNullable ? wrap(base, 'nullable') : base
    if (isRequired) return nullable
    const usual =
      use === 'create' && (choices?.includes(keywords.default as Choice) ?? typeof keywords.default === type)
    const written = usual ? literal(keywords.default) : undefined
    if (written === undefined || typeof nullable !== 'string') return wrap(nullable, 'optional')
    return `${nullable}.default(${written})`
  }

  const value = (schema: unknown, name: string, of: string): Code => {
    const shape = shapeOf(schema)
    if (shape.isNullable && isLarge(shape)) return 'null'
    const made = make(shape, name, of)
    return shape.isNullable && typeof made === 'string' ? `faker.helpers.maybe(() => ${made}) ?? null` : made
  }

  const make = (shape: Shape, name: string, of: string): Code => {
    const { type, choices, component, items } = shape
    if (choices?.length === 1) return `${literal(choices[0])}${isShared ? ' as const' : ''}`
    if (choices !== undefined) return call('faker.helpers.arrayElement', choicesOf(choices, name))
    if (type === 'string') return writeText(shape, name, of)
    if (type === 'integer' || type === 'number') return writeNumber(shape, name)
    if (type === 'boolean') return 'faker.datatype.boolean()'
    if (type === 'unknown') return 'null'
    if (type === 'array') {
      const { minLength = 0, maxLength = 1 } = readLengths(shape)
      const each = value(items, toSingular(name), of)
      if (maxLength === 0 || (each === 'null' && minLength === 0)) return '[]'
      return list(Array.from({ length: Math.min(Math.max(minLength, 1), 5) }, () => each))
    }
    if (shape.fields.size === 0) return '{}'
    if (component === undefined) {
      const values = depthGuard(shape, () => object(writeValues(shape, name)))
      return values === 'z.unknown()' ? 'null' : values
    }
    return declareBuild(shape, component) ?? 'null'
  }

  return { shared, zod, field, value }
}

const isLarge = ({ type, choices }: Shape): boolean =>
  choices === undefined && ['array', 'object', 'unknown'].includes(type)

function wrap(code: Code, how: 'nullable' | 'optional'): Code {
  return typeof code === 'string' && !code.startsWith('z.array') ? `${code}.${how}()` : call(`z.${how}`, code)
}

function writeTextSchema(shape: Shape, use: Use): string {
  const { keywords } = shape
  const simple = readPattern(shape)
  const whole = simple === undefined && use !== 'record' ? toText(keywords.pattern) : simple && `^${simple}$`
  // A simple pattern says how long a text is.
  const { minLength, maxLength } = simple === undefined ? readLengths(shape) : {}
  const format = FORMATS[toText(keywords.format)]
  return [
    format ?? 'z.string()',
    ...(minLength === undefined || minLength === 0 ? [] : [`min(${minLength})`]),
    ...(maxLength === undefined ? [] : [`max(${maxLength})`]),
    ...(whole && format === undefined && isPattern(whole) ? [`regex(new RegExp(${text(whole)}))`] : []),
  ].join('.')
}

function isPattern(pattern: string): boolean {
  try {
    return pattern.length < 80 && new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

function writeNumberSchema(shape: Shape): string {
  const isWhole = shape.type === 'integer'
  const { min, max, step } = readRange(shape)
  return [
    isWhole ? 'z.int()' : 'z.number()',
    ...(min === undefined ? [] : [`min(${literal(min)})`]),
    ...(max === undefined ? [] : [`max(${literal(max)})`]),
    ...(step === undefined || step === 1 || !isWhole ? [] : [`multipleOf(${literal(step)})`]),
  ].join('.')
}

function writeListSchema(shape: Shape, items: Code): Code {
  const { minLength, maxLength } = readLengths(shape)
  const schema = call('z.array', items)
  if (typeof items !== 'string' || (minLength === undefined && maxLength === undefined)) return schema
  const least = minLength === undefined || minLength === 0 ? '' : `.min(${minLength})`
  return `z.array(${items})${least}${maxLength === undefined ? '' : `.max(${maxLength})`}`
}

const DRAWN = ['faker', 'index', 'now']

/** Lists what code uses of a draw, as its parameter names it. */
export function listUses(items: readonly Item[]): string {
  const code = print(object(items), 0).replace(/'(\\.|[^'\\])*'|"(\\.|[^"\\])*"/g, '')
  const words = new Set(code.match(/\w+/g))
  return DRAWN.filter((name) => words.has(name)).join(', ')
}
