/** Writes the schema of a value, and what makes one up. */

import { splitWords, toIdentifier, toSingular } from './names.ts'
import { type Choice, isLarge, type Shape } from './shape.ts'
import { list, listUsed, literal, object, property, tall, text, type } from './source.ts'
import { readLengths, writeLimits, writeNumber, writeNumberSchema, writeText, writeTextSchema } from './values.ts'
import type { WrittenFile } from './written-file.ts'

/** What a schema is for: stored records, bodies that create one, and what else requests contain. */
export type Use = 'record' | 'create' | 'other'

export interface FieldWriter {
  /** Writes the schema of a value. */
  schema(shape: Shape, name: string, use: Use): string
  /** Writes the schema of a field, which may be left out. */
  field(shape: Shape, name: string, use: Use, isRequired: boolean): string
  /** Writes what makes up a value, for a field of something. */
  value(shape: Shape, name: string, of: string): string
}

/** What is written for each type of a value. */
type ByType<How> = Readonly<Record<Shape['type'], (shape: Shape, name: string, how: How) => string>>

const MOST_FIELDS = 12
const MOST_DEPTH = 5
const LONG_LIST = 60

/** Creates what writes schemas and values. What several need of it gets a name in the file. */
export function createFieldWriter(file: WrittenFile): FieldWriter {
  const open = new Set<Shape>()
  /** Writes what a value consists of. @returns undefined inside of itself, or too deep */
  const enter = (shape: Shape, write: (items: Shape | undefined) => string | undefined): string | undefined => {
    if (open.has(shape) || open.size > MOST_DEPTH) return undefined
    open.add(shape)
    const written = write(shape.items)
    open.delete(shape)
    return written
  }
  /** Writes a list of choices. A long one gets a name. */
  const choicesOf = (choices: readonly Choice[], name: string): string => {
    const written = list(choices.map((each) => literal(each)))
    if (written.length < LONG_LIST) return written
    const declare = (own: string) => `const ${own} = ${written}${type(' as const')}`
    return file.once(written, toIdentifier(`${name} values`, 'values'), declare) ?? written
  }
  const parts = { file, enter, choicesOf }
  return { ...createSchemaWriter(parts), value: createValueWriter(parts) }
}

interface Parts {
  readonly file: WrittenFile
  enter(shape: Shape, write: (items: Shape | undefined) => string | undefined): string | undefined
  choicesOf(choices: readonly Choice[], name: string): string
}

function createSchemaWriter({ file, enter, choicesOf }: Parts): Pick<FieldWriter, 'schema' | 'field'> {
  const schema: FieldWriter['schema'] = (shape, name, use) => {
    const { choices, type: of } = shape
    if (choices === undefined) return types[of](shape, name, use)
    return `z.${choices.every((each) => typeof each === 'string') ? 'enum' : 'literal'}(${choicesOf(choices, name)})`
  }
  const types: ByType<Use> = {
    string: (shape, _name, use) => writeTextSchema(shape, use === 'record'),
    integer: writeNumberSchema,
    number: writeNumberSchema,
    boolean: () => 'z.boolean()',
    unknown: () => 'z.unknown()',
    array(shape, name, use) {
      const inner = enter(shape, (items) => items && schema(items, toSingular(name), use))
      return [`z.array(${inner ?? 'z.unknown()'})`, ...writeLimits(readLengths(shape))].join('.')
    },
    object(shape, name, use) {
      const inner = () => enter(shape, (items) => items && schema(items, name, use)) ?? 'z.unknown()'
      if (shape.fields.size === 0) return `z.record(z.string(), ${inner()})`
      const write = () => writeObject(shape, use)
      const { component } = shape
      if (component === undefined || use !== 'record') return enter(shape, write) ?? 'z.unknown()'
      const named = toIdentifier(nameOf(component), 'part')
      return file.once(`schema ${component}`, named, (own) => `const ${own} = ${write()}`) ?? 'z.unknown()'
    },
  }
  const field: FieldWriter['field'] = (shape, name, use, isRequired) => {
    const base = schema(shape, name, use)
    // What is long is easier to read inside.
    const wrap = (code: string, how: string) => (/\([{[]/.test(code) ? `z.${how}(${code})` : `${code}.${how}()`)
    const nullable = shape.isNullable ? wrap(base, 'nullable') : base
    if (isRequired) return nullable
    const usual = use === 'create' ? readDefault(shape) : undefined
    return usual === undefined ? wrap(nullable, 'optional') : `${nullable}.default(${usual})`
  }
  const writeObject = (shape: Shape, use: Use) => {
    const fields = listFields(shape, use).map(([name, each]) =>
      property(name, field(each, name, use, shape.required.has(name))),
    )
    return `z.${use === 'record' ? 'strictObject' : 'object'}(${object(fields)})`
  }
  return { schema, field }
}

function createValueWriter({ file, enter, choicesOf }: Parts): FieldWriter['value'] {
  const value: FieldWriter['value'] = (shape, name, of) => {
    const { isNullable, choices = [], type: kind } = shape
    if (isNullable && isLarge(shape)) return 'null'
    const [choice, ...others] = choices
    const chosen = others.length > 0 && `faker.helpers.arrayElement(${choicesOf(choices, name)})`
    const only = choice !== undefined && `${literal(choice)}${type(' as const')}`
    const code = chosen || only || types[kind](shape, name, of)
    return isNullable ? `faker.helpers.maybe(() => ${code}) ?? null` : code
  }
  const writeValues = (shape: Shape, of: string) =>
    listFields(shape, 'record').map(([name, each]) => property(name, value(each, name, of)))
  const calls = new Map<string, string>()
  const types: ByType<string> = {
    string: writeText,
    integer: writeNumber,
    number: writeNumber,
    boolean: () => 'faker.datatype.boolean()',
    unknown: () => 'null',
    array(shape, name, of) {
      const { min = 0, max = 1 } = readLengths(shape)
      const each = enter(shape, (items) => items && value(items, toSingular(name), of)) ?? 'null'
      if (max === 0 || (each === 'null' && min === 0)) return '[]'
      return list(Array.from({ length: Math.max(min, 1) }, () => each))
    },
    object(shape, name) {
      const { component, fields } = shape
      if (fields.size === 0) return '{}'
      if (component === undefined) return enter(shape, () => object(writeValues(shape, name))) ?? 'null'
      const declare = (own: string) => {
        const values = tall(writeValues(shape, toSingular(splitWords(nameOf(component)).join(' '))))
        const uses = listDrawn(values)
        const drawn = type(`: Pick<Draw, ${uses.split(', ').map(text).join(' | ')}>`)
        calls.set(own, uses === '' ? `${own}()` : `${own}({ ${uses} })`)
        return `const ${own} = ${uses === '' ? '()' : `({ ${uses} }${drawn})`} => (${values})`
      }
      const build = file.once(`build ${component}`, toIdentifier(`build ${nameOf(component)}`, 'build'), declare)
      return calls.get(build ?? '') ?? 'null'
    },
  }
  return value
}

const nameOf = (component: string): string => component.split('/').at(-1) ?? ''

/** Names what code uses of a draw. */
export const listDrawn = (code: string): string => listUsed(code, ['faker', 'index', 'now'])

/** Lists the fields of an object that a use of it has. */
function listFields({ fields, required }: Shape, use: Use): (readonly [name: string, shape: Shape])[] {
  const hidden = use === 'record' ? 'writeOnly' : 'readOnly'
  const all = [...fields].filter(([, { keywords }]) => keywords[hidden] !== true)
  return all.filter(([name, shape], index) => required.has(name) || (index < MOST_FIELDS && !isLarge(shape)))
}

function readDefault({ choices, keywords, type: of }: Shape): string | undefined {
  const { default: usual } = keywords
  const isFine = choices === undefined ? typeof usual === of : choices.includes(usual as Choice)
  return isFine ? literal(usual) : undefined
}
