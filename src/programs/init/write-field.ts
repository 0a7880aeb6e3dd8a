/** Writes the schema of a value, and what makes one up. */

import { splitWords, toIdentifier, toSingular } from './names.ts'
import { type Choice, isNested, type Shape } from './shape.ts'
import { list, listUsed, literal, object, property, tall, text, type } from './source.ts'
import {
  isLoose,
  readLengths,
  writeLimits,
  writeNumber,
  writeNumberSchema,
  writeText,
  writeTextSchema,
} from './values.ts'
import type { WrittenFile } from './written-file.ts'

/** What a schema is for: stored records, bodies that create one, and what else requests contain. */
export type SchemaUse = 'record' | 'create' | 'other'

/** The fields of which a schema does not have everything. */
export interface Notes {
  /** Those that it leaves out. */
  readonly left: Set<string>
  /** Those that have only one of several forms. */
  readonly narrowed: Set<string>
  /** Those whose values are made up without their pattern. */
  readonly loose: Set<string>
}

export interface FieldWriter {
  /** Returns what schemas do not have that were written since it was last asked. */
  takeNotes(): Notes
  /** Writes the schema of a value. */
  schema(shape: Shape, name: string, use: SchemaUse): string
  /** Writes the schema of a field, which may be left out. */
  field(shape: Shape, name: string, use: SchemaUse, isRequired: boolean): string
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
  let notes = createNotes()
  const parts = { file, enter, choicesOf, notes: () => notes }
  const takeNotes = () => {
    const taken = notes
    notes = createNotes()
    return taken
  }
  return { takeNotes, ...createSchemaWriter(parts), value: createValueWriter(parts) }
}

const createNotes = (): Notes => ({ left: new Set(), narrowed: new Set(), loose: new Set() })

interface FieldParts {
  readonly file: WrittenFile
  enter(shape: Shape, write: (items: Shape | undefined) => string | undefined): string | undefined
  choicesOf(choices: readonly Choice[], name: string): string
  notes(): Notes
}

function createSchemaWriter({ file, enter, choicesOf, notes }: FieldParts): Pick<FieldWriter, 'schema' | 'field'> {
  const schema: FieldWriter['schema'] = (shape, name, use) => {
    const { choices, forms, type: of } = shape
    if (forms.length > 0 && forms.every(isSimple)) {
      const [first = '', ...others] = new Set(forms.map((each) => field(each, name, use, true)))
      return others.length === 0 ? first : `z.union(${list([first, ...others])})`
    }
    if (forms.length > 0) notes().narrowed.add(name)
    if (choices === undefined) return types[of](shape, name, use)
    return `z.${choices.every((each) => typeof each === 'string') ? 'enum' : 'literal'}(${choicesOf(choices, name)})`
  }
  const types: ByType<SchemaUse> = {
    string: (shape, name, use) => writeTextSchema(shape, use === 'record' ? name : undefined),
    integer: writeNumberSchema,
    number: writeNumberSchema,
    boolean: () => 'z.boolean()',
    unknown: () => 'z.unknown()',
    array(shape, name, use) {
      const inner = enter(shape, (items) => items && field(items, toSingular(name), use, true))
      return [`z.array(${inner ?? 'z.unknown()'})`, ...writeLimits(readLengths(shape))].join('.')
    },
    object(shape, name, use) {
      const inner = () => enter(shape, (items) => items && field(items, name, use, true)) ?? 'z.unknown()'
      if (shape.fields.size === 0) return `z.record(z.string(), ${inner()})`
      const write = () => writeObject(shape, name, use)
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
  const writeObject = (shape: Shape, of: string, use: SchemaUse) => {
    const kept = listFields(shape, use)
    for (const name of listNames(shape, use)) {
      if (!kept.some(([each]) => each === name)) notes().left.add(`${of}.${name}`)
    }
    const fields = kept.map(([name, each]) => property(name, field(each, name, use, shape.required.has(name))))
    return `z.${use === 'record' ? 'strictObject' : 'object'}(${object(fields)})`
  }
  return { schema, field }
}

function createValueWriter({ file, enter, choicesOf, notes }: FieldParts): FieldWriter['value'] {
  const value: FieldWriter['value'] = (shape, name, of) => {
    const { isNullable, choices = [], type: kind } = shape
    if (isNullable && isNested(shape)) return 'null'
    const [choice, ...others] = choices
    if (isNullable && choice !== undefined && others.length === 0)
      return `faker.helpers.arrayElement(${list([literal(choice), 'null'])})`
    const chosen = others.length > 0 && `faker.helpers.arrayElement(${choicesOf(choices, name)})`
    const only = choice !== undefined && `${literal(choice)}${type(' as const')}`
    const code = chosen || only || types[kind](shape, name, of)
    return isNullable ? `faker.helpers.maybe(() => ${code}) ?? null` : code
  }
  const writeValues = (shape: Shape, of: string) =>
    listFields(shape, 'record').map(([name, each]) => property(name, value(each, name, of)))
  const calls = new Map<string, string>()
  const types: ByType<string> = {
    string(shape, name, of) {
      if (isLoose(shape, name)) notes().loose.add(name)
      return writeText(shape, name, of)
    },
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

const isSimple = ({ type: of }: Shape): boolean => of !== 'object' && of !== 'unknown'

/** Names the fields that an object has for a use of it. */
function listNames({ fields }: Shape, use: SchemaUse): string[] {
  const hidden = use === 'record' ? 'writeOnly' : 'readOnly'
  return [...fields].flatMap(([name, { keywords }]) => (keywords[hidden] === true ? [] : [name]))
}

/** Lists the fields of an object that are written for a use of it. */
function listFields(shape: Shape, use: SchemaUse): (readonly [name: string, shape: Shape])[] {
  return listNames(shape, use).flatMap((name, index) => {
    const field = shape.fields.get(name)
    if (field === undefined) return []
    return shape.required.has(name) || (index < MOST_FIELDS && !isNested(field)) ? [[name, field] as const] : []
  })
}

function readDefault({ choices, keywords, type: of }: Shape): string | undefined {
  const { default: usual } = keywords
  const isFine = choices === undefined ? typeof usual === of : choices.includes(usual as Choice)
  return isFine ? literal(usual) : undefined
}
