/** Finds resources in a document, and which operations list, read, create, change and delete their records. */

import { RESERVED_NAMES } from '../../rest/check-options.ts'
import { createUnique, splitWords, toIdentifier, toSingular, toSnake } from './names.ts'
import type { Operation } from './operations.ts'
import type { Shape } from './shape.ts'

type ShapeOf = (schema: unknown) => Shape

/** A value inside of another one: the names that lead to it. */
export interface Inside {
  readonly schema: unknown
  readonly path: readonly string[]
}

export type Kind = 'list' | 'get' | 'create' | 'update' | 'delete'

export interface Recognised {
  readonly kind: Kind
  readonly operation: Operation
  /** Where its response has the record, or the records. */
  readonly inside: Inside | undefined
}

/** A field of a record, as it is stored. */
export interface Field {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
}

export interface Resource {
  readonly name: string
  /** The name of one record, in code. */
  readonly singular: string
  /** What fields of others call one record. */
  readonly word: string
  readonly operations: Recognised[]
  readonly fields: ReadonlyMap<string, Field>
  /** The field that responses have for the id; undefined if they have none. */
  readonly id: string | undefined
  readonly idSchema: unknown
  readonly isNumbered: boolean
  /** The field that the last parameter of paths names. */
  readonly key: string
  readonly isKeyNumber: boolean
  /** Whether there is only one record. */
  readonly isSingle: boolean
  /** The steps of the path of one record; undefined if no path leads to one. */
  readonly steps: readonly string[] | undefined
  parent?: { readonly resource: Resource; readonly field: string }
}

export interface Recognition {
  readonly resources: readonly Resource[]
  readonly unrecognised: readonly Operation[]
}

interface Collection {
  readonly steps: readonly string[]
  readonly isSingle: boolean
  readonly operations: Recognised[]
}

const isItem = ({ steps }: Operation): boolean => steps.at(-1) === '{}'

/** Recognises what a document describes. */
export function recognise(operations: readonly Operation[], shapeOf: ShapeOf): Recognition {
  const collections = new Map<string, Collection>()
  const items = new Set(operations.filter(isItem).map(({ steps }) => steps.join('/')))
  const lists = new Map(
    operations.flatMap(({ method, steps, success: { schema } }) => {
      const found = method === 'GET' && schema !== undefined ? findList(schema, shapeOf, steps) : undefined
      return found === undefined ? [] : [[steps.join('/'), found.schema]]
    }),
  )
  const unrecognised: Operation[] = []
  const add = (steps: readonly string[], isSingle: boolean, found: Recognised) => {
    const id = `${isSingle ? 'one ' : ''}${steps.join('/')}`
    const known = collections.get(id) ?? { steps, isSingle, operations: [] }
    collections.set(id, known)
    known.operations.push(found)
  }
  for (const operation of operations) {
    const found = classify(operation, { shapeOf, items, lists })
    if (found === undefined) unrecognised.push(operation)
    else
      add(
        found.kind === 'list' || found.kind === 'create' || found.isSingle
          ? operation.steps
          : operation.steps.slice(0, -1),
        found.isSingle,
        found,
      )
  }
  const resources = buildResources(joinAlike([...collections.values()], shapeOf), shapeOf, unrecognised)
  findParents(resources, shapeOf)
  return { resources: sortByParents(resources), unrecognised }
}

interface Surroundings {
  readonly shapeOf: ShapeOf
  /** The paths of single records. */
  readonly items: ReadonlySet<string>
  /** What the lists at paths are of. */
  readonly lists: ReadonlyMap<string, unknown>
}

function classify(operation: Operation, surroundings: Surroundings): Classified | undefined {
  const { method, success, body } = operation
  const { schema } = success
  const { shapeOf } = surroundings
  const one = schema !== undefined && shapeOf(schema).fields.size > 0 ? findRecord(schema, shapeOf) : undefined
  const as = (kind: Kind, isSingle = false): Classified => ({ kind, operation, inside: one, isSingle })
  if (method === 'GET') return findAll(operation, shapeOf) ?? (one && as('get', !isItem(operation)))
  if (method === 'DELETE') return isItem(operation) ? as('delete') : undefined
  if (isItem(operation)) return one !== undefined || body !== undefined || method !== 'POST' ? as('update') : undefined
  if (one === undefined) return undefined
  if (method !== 'POST') return as('update', true)
  return isCreation(operation, one, surroundings) ? as('create') : undefined
}

type Classified = Recognised & { readonly isSingle: boolean }

function findAll(operation: Operation, shapeOf: ShapeOf): Classified | undefined {
  const { success, steps } = operation
  const inside = success.schema === undefined ? undefined : findList(success.schema, shapeOf, steps)
  // The path of one record may also lead to an array.
  if (inside === undefined || (isItem(operation) && inside.path.length > 0)) return undefined
  return { kind: 'list', operation, inside, isSingle: false }
}

function isCreation({ steps }: Operation, one: Inside, { items, lists, shapeOf }: Surroundings): boolean {
  if (items.has([...steps, '{}'].join('/'))) return true
  return areAlike([lists.get(steps.join('/'))], [one.schema], shapeOf)
}

/** Finds the records in the response of a list: it is an array, or has one of objects at one or two names. */
function findList(schema: unknown, shapeOf: ShapeOf, steps: readonly string[]): Inside | undefined {
  const shape = shapeOf(schema)
  if (shape.type === 'array') return isRecord(shapeOf(shape.items)) ? { schema: shape.items, path: [] } : undefined
  const found = listArrays(shape, shapeOf, [])
  const words = splitWords(steps.findLast((step) => step !== '{}') ?? '')
  const usual = ['data', 'items', 'results', 'records', 'values', 'entries', words.join('_'), words.at(-1)]
  const named = found.find(({ path }) => usual.includes(toSnake(path.at(-1) ?? '')))
  const isList = [...shape.fields.keys()].every(
    (name) => found[0]?.path.includes(name) || ABOUT_LISTS.test(toSnake(name)),
  )
  return named ?? (found.length === 1 && isList ? found[0] : undefined)
}

// What stands beside the records of a list.
const ABOUT_LISTS =
  /(^|_)(total|count|page|pages|next|prev|previous|cursor|more|limit|offset|size|links?|meta|ur[il]|object|incomplete|first|last|start|end|has|self|status|success|pagination|paging|token)(_|$)/

function listArrays({ fields }: Shape, shapeOf: ShapeOf, above: readonly string[]): Inside[] {
  const found = [...fields].flatMap(([name, schema]) => {
    const shape = shapeOf(schema)
    return shape.type === 'array' && isRecord(shapeOf(shape.items))
      ? [{ schema: shape.items, path: [...above, name] }]
      : []
  })
  if (found.length > 0 || above.length > 0) return found
  // A record has lists, too, but beside an id.
  const inner = [...fields].filter(([name]) => /^(data|result|results|response|payload|_?embedded)$/i.test(name))
  return inner.flatMap(([name, schema]) => listArrays(shapeOf(schema), shapeOf, [name]))
}

const isRecord = ({ type, fields }: Shape): boolean => type === 'object' && fields.size > 0

/** Finds the record in a response: it is the whole, or alone in it. */
export function findRecord(schema: unknown, shapeOf: ShapeOf): Inside | undefined {
  const { fields } = shapeOf(schema)
  const objects = [...fields].filter(([, each]) => isRecord(shapeOf(each)))
  const [[name, inner] = []] = objects
  const isWrapped =
    name !== undefined &&
    objects.length === 1 &&
    (fields.size === 1 || (/^(data|result|item|record)$/i.test(name) && !fields.has('id')))
  return isWrapped ? { schema: inner, path: [name] } : { schema, path: [] }
}

/** Joins collections of the same records: what only lists or creates belongs to what reads and changes one of them. */
function joinAlike(collections: readonly Collection[], shapeOf: ShapeOf): Collection[][] {
  const groups: [Collection, ...Collection[]][] = []
  const order = (each: Collection) => (hasItems(each) ? 0 : 1000) + each.steps.length
  for (const each of collections.toSorted((a, b) => order(a) - order(b))) {
    const alike = groups.filter(
      ([first]) => canJoin(first, each) && areAlike(schemasOf(first), schemasOf(each), shapeOf),
    )
    const [nearest] = alike.toSorted(
      (a, b) => countCommon(b[0].steps, each.steps) - countCommon(a[0].steps, each.steps),
    )
    if (nearest === undefined) groups.push([each])
    else nearest.push(each)
  }
  return groups
}

const hasItems = ({ operations }: Collection): boolean => operations.some(({ operation }) => isItem(operation))

function canJoin(one: Collection, other: Collection): boolean {
  if (one.isSingle || other.isSingle || nameOf(one) !== nameOf(other)) return false
  const isFree = !one.steps.includes('{}') || !other.steps.includes('{}')
  if (isFree && hasItems(other)) return one.steps.every((step) => other.steps.includes(step))
  return isFree || (!hasItems(other) && countCommon(one.steps, other.steps) > 0)
}

function countCommon(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((step, index) => step !== other[index])
  return different < 0 ? one.length : different
}

const nameOf = ({ steps }: { steps: readonly string[] }): string => steps.findLast((step) => step !== '{}') ?? 'root'

const ORDER: readonly Kind[] = ['get', 'list', 'update', 'create']

/** Lists the schemas of a collection's records, that which tells most first. */
function schemasOf({ operations }: Pick<Collection, 'operations'>): unknown[] {
  return ORDER.flatMap((kind) =>
    operations.flatMap((each) => (each.kind === kind && each.inside ? [each.inside.schema] : [])),
  )
}

function areAlike([one]: readonly unknown[], [other]: readonly unknown[], shapeOf: ShapeOf): boolean {
  if (one === undefined || other === undefined) return false
  const [first, second] = [shapeOf(one).fields, shapeOf(other).fields]
  const common = [...first.keys()].filter((name) => second.has(name)).length
  return common * 2 >= Math.min(first.size, second.size)
}

function buildResources(groups: readonly Collection[][], shapeOf: ShapeOf, unrecognised: Operation[]): Resource[] {
  const unique = createUnique()
  for (const name of [...RESERVED_NAMES, ...Object.getOwnPropertyNames(Object.prototype)]) unique(name)
  const resources: Resource[] = []
  for (const group of groups) {
    const operations = group.flatMap((each) => each.operations)
    const [schema, ...others] = schemasOf({ operations })
    const [first] = group
    // Records of which nothing is known could not even be listed.
    if (schema === undefined || first === undefined) unrecognised.push(...operations.map(({ operation }) => operation))
    else
      resources.push(
        buildResource(first, operations, [schema, ...others.filter((each) => areAlike([schema], [each], shapeOf))], {
          shapeOf,
          unique,
        }),
      )
  }
  return resources
}

interface Tools {
  readonly shapeOf: ShapeOf
  readonly unique: (...names: string[]) => string
}

function buildResource(
  collection: Collection,
  operations: Recognised[],
  schemas: readonly unknown[],
  { shapeOf, unique }: Tools,
): Resource {
  const fields = new Map<string, Field>()
  for (const schema of schemas) {
    const shape = shapeOf(schema)
    for (const [name, field] of shape.fields) {
      const isRequired = shape.required.has(name) || fields.get(name)?.isRequired === true
      fields.set(name, { schema: field, ...fields.get(name), name, isRequired })
    }
  }
  const word = toIdentifier(nameOf(collection), 'records')
  const before = collection.steps.findLast((step) => step !== '{}' && step !== nameOf(collection)) ?? ''
  const item = operations.find((each) => each.kind !== 'list' && isItem(each.operation))?.operation
  const key = findKey(word, item, fields, shapeOf)
  const id = key.isId ? key.name : isScalar(fields.get('id'), shapeOf) ? 'id' : undefined
  const idSchema = id === undefined ? key.schema : fields.get(id)?.schema
  const name = unique(word, toIdentifier(`${toSingular(before)} ${word}`, 'records'))
  const singular = toSingular(word)
  return {
    name,
    singular: unique(
      toIdentifier(singular === word ? `one ${word}` : singular, 'one'),
      toIdentifier(`one ${name}`, 'one'),
    ),
    word: toSnake(singular),
    operations,
    fields,
    id,
    idSchema,
    isNumbered: shapeOf(idSchema).type === 'integer',
    key: key.isId || id === undefined ? 'id' : key.name,
    isKeyNumber: /integer|number/.test(shapeOf(key.isId ? idSchema : key.schema).type),
    isSingle: collection.isSingle,
    steps: collection.isSingle ? undefined : [...collection.steps, '{}'],
  }
}

const isScalar = (field: Field | undefined, shapeOf: ShapeOf): field is Field =>
  field !== undefined && ['string', 'integer'].includes(shapeOf(field.schema).type)

// What people name things by in paths.
const NAMES = ['slug', 'key', 'login', 'username', 'name', 'code']

/** Finds the field that the last parameter of an item's path names. Without one, records get an id that nobody sees. */
function findKey(word: string, item: Operation | undefined, fields: ReadonlyMap<string, Field>, shapeOf: ShapeOf) {
  const parameter = toSnake(item?.parameters.at(-1) ?? 'id')
  const schema = item?.parameterSchemas.at(-1)
  const isText = shapeOf(schema).type === 'string'
  const prefix = `${toSnake(toSingular(word))}_`
  const bare = parameter.startsWith(prefix) ? parameter.slice(prefix.length) : parameter
  const last = parameter.split('_').at(-1) ?? ''
  const scalars = [...fields.values()].filter((field) => isScalar(field, shapeOf))
  const find = (name: string) => scalars.find((field) => toSnake(field.name) === name)
  const id = find('id')
  const isOther = isText && id !== undefined && shapeOf(id.schema).type === 'integer'
  const found =
    find(parameter) ??
    find(bare) ??
    find(last) ??
    (isOther ? NAMES.map(find).find((each) => each !== undefined) : undefined) ??
    id
  if (found === undefined) return { name: 'id', schema: schema ?? { type: 'string' }, isId: false }
  // What names a record is its id, unless it has another one.
  return { name: found.name, schema: found.schema, isId: found === id || id === undefined }
}

/** Finds which records belong to others: the path of a list continues the path of one of those. */
function findParents(resources: readonly Resource[], shapeOf: ShapeOf): void {
  const byPath = new Map(
    resources.flatMap((each) => (each.steps === undefined ? [] : [[each.steps.join('/'), each] as const])),
  )
  for (const resource of resources) {
    const { steps = [] } = resource
    if (resource.isSingle) continue
    const parent = findLongest(steps.slice(0, -1), byPath)
    if (parent === undefined || leadsTo(parent, resource)) continue
    const index = parent.steps?.filter((step) => step === '{}').length ?? 0
    const parameter = resource.operations[0]?.operation.parameters[index - 1] ?? ''
    const names = [`${parent.word}_id`, toSnake(parameter), `${parent.word}_${parent.id}`]
    const own = [...resource.fields.values()].find(
      ({ name, schema }) =>
        name !== resource.id && names.includes(toSnake(name)) && shapeOf(schema).type === shapeOf(parent.idSchema).type,
    )
    const free = [`${parent.word}_id`, `parent_${parent.word}_id`].find((name) => !resource.fields.has(name))
    resource.parent = { resource: parent, field: own?.name ?? free ?? `${parent.name}_key` }
  }
}

/** Finds the resource that a part of a path leads to, from its beginning and as far as possible. */
function findLongest(steps: readonly string[], byPath: ReadonlyMap<string, Resource>): Resource | undefined {
  for (let length = steps.length; length > 0; length -= 1) {
    const found = byPath.get(steps.slice(0, length).join('/'))
    if (found !== undefined) return found
  }
  return undefined
}

function leadsTo(from: Resource, to: Resource): boolean {
  for (let each: Resource | undefined = from; each !== undefined; each = each.parent?.resource)
    if (each === to) return true
  return false
}

/** Sorts resources so that each comes after the one that it belongs to. */
function sortByParents(resources: readonly Resource[]): Resource[] {
  const sorted = new Set<Resource>()
  const add = (each: Resource) => {
    if (each.parent !== undefined) add(each.parent.resource)
    sorted.add(each)
  }
  for (const each of resources) add(each)
  return [...sorted]
}
