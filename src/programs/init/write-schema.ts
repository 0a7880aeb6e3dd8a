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

const FORMATS = new Map(
  Object.entries({
    'date-time': 'z.iso.datetime({ offset: true })',
    date: 'z.iso.date()',
    email: 'z.email()',
    uri: 'z.url()',
    url: 'z.url()',
    uuid: 'z.uuid()',
    ipv4: 'z.ipv4()',
    ipv6: 'z.ipv6()',
  }),
)

const MOST_FIELDS = 12
const MOST_DEPTH = 5
const LONG_LIST = 60

/** What the writers of schemas and of values have in common. */
interface Shared extends WriterOptions {
  readonly declarations: Code[]
  /** Writes a list of choices. A long one gets a name. */
  choicesOf(choices: readonly Choice[], name: string): Code
  /** Lists the fields of an object that a use of it has. */
  listFields(shape: Shape, use: Use): (readonly [name: string, schema: unknown, isRequired: boolean])[]
  /** Declares something of a component once. @returns undefined inside of itself */
  declareOnce(known: Map<string, string | undefined>, component: string, declare: () => string): string | undefined
  /** Writes an object that has no name. @returns undefined inside of itself, or too deep */
  enter(shape: Shape, write: () => Code): Code | undefined
}

/** Creates what writes schemas and values. They share declarations. */
export function createSchemaWriter(options: WriterOptions): SchemaWriter {
  const shared = createShared(options)
  return { shared: shared.declarations, ...createZodWriter(shared), ...createValueWriter(shared) }
}

function createShared({ shapeOf, unique, isTyped }: WriterOptions): Shared {
  const declarations: Code[] = []
  const lists = new Map<string, string>()
  const open = new Set<Shape>()
  return {
    shapeOf,
    unique,
    isTyped,
    declarations,
    choicesOf(choices, name) {
      const written = list(choices.map((each) => literal(each) ?? 'null'))
      const id = JSON.stringify(choices)
      if (id.length < LONG_LIST) return written
      const known = lists.get(id) ?? unique(toIdentifier(`${name} values`, 'values'))
      if (!lists.has(id)) declarations.push([`const ${known} = `, written, isTyped ? ' as const' : ''])
      lists.set(id, known)
      return known
    },
    listFields({ fields, required }, use) {
      const hidden = use === 'record' ? 'writeOnly' : 'readOnly'
      const all = [...fields].filter(([, schema]) => shapeOf(schema).keywords[hidden] !== true)
      return all
        .filter(([name, schema], index) => required.has(name) || (index < MOST_FIELDS && !isLarge(shapeOf(schema))))
        .map(([name, schema]) => [name, schema, required.has(name)] as const)
    },
    declareOnce(known, component, declare) {
      if (known.has(component)) return known.get(component)
      known.set(component, undefined)
      known.set(component, declare())
      return known.get(component)
    },
    enter(shape, write) {
      if (open.has(shape) || open.size > MOST_DEPTH) return undefined
      open.add(shape)
      const written = write()
      open.delete(shape)
      return written
    },
  }
}

function createZodWriter(shared: Shared): Pick<SchemaWriter, 'zod' | 'field'> {
  const { shapeOf, unique, declarations, choicesOf, listFields, declareOnce, enter } = shared
  const names = new Map<string, string | undefined>()
  const zod: SchemaWriter['zod'] = (schema, name, use) => {
    const shape = shapeOf(schema)
    if (shape.choices === undefined) return writers[shape.type](shape, name, use)
    const isText = shape.choices.every((each) => typeof each === 'string')
    return call(isText ? 'z.enum' : 'z.literal', choicesOf(shape.choices, name))
  }
  const field: SchemaWriter['field'] = (schema, name, use, isRequired) => {
    const shape = shapeOf(schema)
    const base = zod(schema, name, use)
    const nullable = shape.isNullable ? wrap(base, 'nullable') : base
    if (isRequired) return nullable
    const usual = use === 'create' && typeof nullable === 'string' ? readDefault(shape) : undefined
    return usual === undefined ? wrap(nullable, 'optional') : `${nullable}.default(${usual})`
  }
  const writeObject = (shape: Shape, use: Use): Code => {
    const fields = listFields(shape, use).map(([name, schema, isRequired]) =>
      property(name, field(schema, name, use, isRequired)),
    )
    return call(use === 'record' ? 'z.strictObject' : 'z.object', object(fields))
  }
  const declare = (shape: Shape, component: string) => () => {
    const name = unique(toIdentifier(component, 'part'))
    declarations.push([`const ${name} = `, writeObject(shape, 'record')])
    return name
  }
  const writers: Readonly<Record<Shape['type'], (shape: Shape, name: string, use: Use) => Code>> = {
    string: (shape, _name, use) => writeTextSchema(shape, use),
    integer: writeNumberSchema,
    number: writeNumberSchema,
    boolean: () => 'z.boolean()',
    unknown: () => 'z.unknown()',
    // A list of itself ends somewhere.
    array: (shape, name, use) =>
      writeListSchema(shape, enter(shape, () => zod(shape.items, toSingular(name), use)) ?? 'z.unknown()'),
    object(shape, name, use) {
      const { fields, items, component } = shape
      const values = (items === undefined ? undefined : enter(shape, () => zod(items, name, use))) ?? 'z.unknown()'
      if (fields.size === 0) return call('z.record', 'z.string()', values)
      const isNamed = component !== undefined && use === 'record'
      const written = isNamed
        ? declareOnce(names, component, declare(shape, component))
        : enter(shape, () => writeObject(shape, use))
      return written ?? 'z.unknown()'
    },
  }
  return { zod, field }
}

function readDefault({ choices, keywords, type }: Shape): string | undefined {
  const { default: usual } = keywords
  const isFine = choices === undefined ? typeof usual === type : choices.includes(usual as Choice)
  return isFine ? literal(usual) : undefined
}

function createValueWriter(shared: Shared): Pick<SchemaWriter, 'value'> {
  const { shapeOf, unique, isTyped, declarations, choicesOf, listFields, declareOnce, enter } = shared
  const calls = new Map<string, string | undefined>()
  // What is declared does not know which type is expected.
  let isDeclaring = false

  const value: SchemaWriter['value'] = (schema, name, of) => {
    const shape = shapeOf(schema)
    const { isNullable, choices } = shape
    if (isNullable && isLarge(shape)) return 'null'
    const isOne = choices?.length === 1
    const made = choices === undefined || isOne ? makers[shape.type](shape, name, of) : choose(choices, name)
    const code = isOne ? `${literal(choices[0])}${isDeclaring && isTyped ? ' as const' : ''}` : made
    return isNullable && typeof code === 'string' ? `faker.helpers.maybe(() => ${code}) ?? null` : code
  }
  const choose = (choices: readonly Choice[], name: string) =>
    call('faker.helpers.arrayElement', choicesOf(choices, name))
  const writeValues = (shape: Shape, of: string): Item[] =>
    listFields(shape, 'record').map(([name, schema]) => ({ code: property(name, value(schema, name, of)) }))

  /** Declares what builds a component. @returns the call of it */
  const declare = (shape: Shape, component: string) => () => {
    const before = isDeclaring
    isDeclaring = true
    const values = writeValues(shape, toSingular(splitWords(component).join(' ')))
    isDeclaring = before
    const uses = listUses(values)
    const name = unique(toIdentifier(`build ${component}`, 'build'))
    const type = isTyped ? `: Pick<Draw, ${uses.split(', ').map(text).join(' | ')}>` : ''
    const build = lambda(uses === '' ? '()' : `({ ${uses} }${type})`, object(values, true))
    declarations.push([`const ${name} = `, build])
    return `${name}(${uses === '' ? '' : `{ ${uses} }`})`
  }
  const makers: Readonly<Record<Shape['type'], (shape: Shape, name: string, of: string) => Code>> = {
    string: writeText,
    integer: writeNumber,
    number: writeNumber,
    boolean: () => 'faker.datatype.boolean()',
    unknown: () => 'null',
    array(shape, name, of) {
      const { minLength = 0, maxLength = 1 } = readLengths(shape)
      const each = enter(shape, () => value(shape.items, toSingular(name), of)) ?? 'null'
      if (maxLength === 0 || (each === 'null' && minLength === 0)) return '[]'
      return list(Array.from({ length: Math.min(Math.max(minLength, 1), 5) }, () => each))
    },
    object(shape, name) {
      const { fields, component } = shape
      if (fields.size === 0) return '{}'
      const written =
        component === undefined
          ? enter(shape, () => object(writeValues(shape, name)))
          : declareOnce(calls, component, declare(shape, component))
      return written ?? 'null'
    },
  }
  return { value }
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
  const format = FORMATS.get(toText(keywords.format))
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
