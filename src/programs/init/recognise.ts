/** Finds resources in a document, and which operations list, read, create, change and delete their records. */

import { isFree, RESERVED_NAMES } from '../../rest/check-options.ts'
import { createUnique, splitWords, toIdentifier, toSingular, toSnake } from './names.ts'
import type { DocumentOperation } from './operations.ts'
import { isScalar, isText, type Shape } from './shape.ts'

/** A value inside of another one: the names that lead to it. */
export interface Inside {
  readonly shape: Shape
  readonly path: readonly string[]
}

export type OperationKind = 'list' | 'get' | 'create' | 'update' | 'delete'

export interface Recognised {
  readonly kind: OperationKind
  readonly operation: DocumentOperation
  /** Where its response has the record, or the records. */
  readonly inside: Inside | undefined
}

/** A field of a record, as it is stored. */
export interface Field {
  readonly name: string
  readonly shape: Shape
  readonly isRequired: boolean
}

export interface RecognisedResource {
  readonly name: string
  /** The name of one record, in code. */
  readonly singular: string
  /** What fields of others call one record. */
  readonly word: string
  readonly operations: readonly Recognised[]
  readonly fields: ReadonlyMap<string, Field>
  /** The field that responses have for the id; undefined if they have none. */
  readonly id: string | undefined
  readonly idShape: Shape | undefined
  /** The field that the last parameter of paths names. */
  readonly key: string
  readonly isKeyNumber: boolean
  /** Whether there is only one record. */
  readonly isSingle: boolean
  /** The steps of the path of one record; none if no path leads to one. */
  readonly steps: readonly string[]
  parent?: { readonly resource: RecognisedResource; readonly field: string }
}

export interface Recognition {
  readonly resources: readonly RecognisedResource[]
  readonly unrecognised: readonly DocumentOperation[]
}

interface Collection {
  readonly steps: readonly string[]
  readonly isSingle: boolean
  readonly operations: Recognised[]
}

const isItem = ({ steps }: Pick<DocumentOperation, 'steps'>): boolean => steps.at(-1) === '{}'

/** Recognises what operations are about. @param taken names that no resource can have */
export function recognise(operations: readonly DocumentOperation[], taken: readonly string[]): Recognition {
  const collections = new Map<string, Collection>()
  const items = new Set(operations.filter(isItem).map(({ steps }) => steps.join('/')))
  const lists = new Map(
    operations.flatMap((each) => {
      const found = each.method === 'GET' ? recordsOfBody(each) : undefined
      return found === undefined ? [] : [[each.steps.join('/'), found.shape]]
    }),
  )
  const unrecognised: DocumentOperation[] = []
  for (const operation of operations) {
    const { steps } = operation
    const isCreation = (one: Inside) =>
      items.has([...steps, '{}'].join('/')) || areAlike(lists.get(steps.join('/')), one.shape)
    const found = classify(operation, isCreation)
    if (found === undefined) unrecognised.push(operation)
    else {
      const { isSingle, ...recognised } = found
      const isWhole = isSingle || found.kind === 'list' || found.kind === 'create'
      const at = isWhole ? steps : steps.slice(0, -1)
      const id = `${isSingle ? 'one ' : ''}${at.join('/')}`
      const collection = collections.get(id) ?? { steps: at, isSingle, operations: [] }
      collections.set(id, collection)
      collection.operations.push(recognised)
    }
  }
  const unique = createUnique()
  for (const name of [...taken, ...RESERVED_NAMES]) unique(name)
  const resources = joinAlike([...collections.values()]).flatMap((group) => {
    const resource = buildResource(group, unique)
    // Records of which nothing is known could not even be listed.
    if (resource === undefined)
      unrecognised.push(...group.flatMap((each) => each.operations.map(({ operation }) => operation)))
    return resource ?? []
  })
  findParents(resources)
  return { resources: sortByParents(resources), unrecognised }
}

/** Tells what an operation does, by its method, its path and its response. */
function classify(operation: DocumentOperation, isCreation: (one: Inside) => boolean) {
  const { method, success, body } = operation
  const one = success.shape === undefined || success.shape.fields.size === 0 ? undefined : findRecordIn(success.shape)
  const all = method === 'GET' ? recordsOfBody(operation) : undefined
  const as = (kind: OperationKind | undefined, inside = one, isSingle = false) =>
    kind && { kind, operation, inside, isSingle }
  if (all !== undefined) return as('list', all)
  if (isItem(operation)) return as(classifyItem(method, one ?? body))
  if (one === undefined || method === 'DELETE') return undefined
  if (method !== 'POST') return as(method === 'GET' ? 'get' : 'update', one, true)
  return isCreation(one) ? as('create') : undefined
}

function classifyItem(method: DocumentOperation['method'], content: unknown): OperationKind | undefined {
  if (method === 'GET') return content === undefined ? undefined : 'get'
  if (method === 'DELETE') return 'delete'
  return method === 'POST' && content === undefined ? undefined : 'update'
}

/** Finds the records in the response of a list: it is an array, or has one of objects at one or two names. */
function recordsOfBody(operation: DocumentOperation): Inside | undefined {
  const { success, steps } = operation
  const { shape } = success
  if (shape === undefined) return undefined
  if (shape.type === 'array') return isRecord(shape.items) ? { shape: shape.items, path: [] } : undefined
  // The path of one record leads to a list only if that is an array.
  if (isItem(operation)) return undefined
  const found = listArrays(shape, [])
  const words = splitWords(nameOf({ steps }))
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

function listArrays({ fields }: Shape, above: readonly string[]): Inside[] {
  const found = [...fields].flatMap(([name, { type, items }]) =>
    type === 'array' && isRecord(items) ? [{ shape: items, path: [...above, name] }] : [],
  )
  if (found.length > 0 || above.length > 0) return found
  // A record has lists, too, but beside an id.
  const inner = [...fields].filter(([name]) => /^(data|result|results|response|payload|_?embedded)$/i.test(name))
  return inner.flatMap(([name, shape]) => listArrays(shape, [name]))
}

const isRecord = (shape: Shape | undefined): shape is Shape => shape?.type === 'object' && shape.fields.size > 0

/** Finds the record in a response: it is the whole, or alone in it. */
export function findRecordIn(shape: Shape): Inside {
  const [[name, inner] = [], ...others] = [...shape.fields].filter(([, each]) => isRecord(each))
  const isWrapped =
    name !== undefined &&
    others.length === 0 &&
    (shape.fields.size === 1 || (/^(data|result|item|record)$/i.test(name) && !shape.fields.has('id')))
  return isWrapped && inner !== undefined ? { shape: inner, path: [name] } : { shape, path: [] }
}

/** Joins collections of the same records: what only lists or creates belongs to what reads and changes one of them. */
function joinAlike(collections: readonly Collection[]): Collection[][] {
  const byName = new Map<string, Collection[][]>()
  const order = (each: Collection) => (hasItems(each) ? 0 : 1000) + each.steps.length
  for (const each of collections.toSorted((a, b) => order(a) - order(b))) {
    const groups = byName.get(nameOf(each)) ?? []
    byName.set(nameOf(each), groups)
    const near = ([first]: readonly Collection[]) => (first === undefined ? 0 : countCommon(first.steps, each.steps))
    const alike = groups.filter(
      ([first]) => first !== undefined && canJoin(first, each) && areAlike(shapesOf(first)[0], shapesOf(each)[0]),
    )
    const [nearest] = alike.toSorted((a, b) => near(b) - near(a))
    if (nearest === undefined) groups.push([each])
    else nearest.push(each)
  }
  return [...byName.values()].flat()
}

const hasItems = ({ operations }: Collection): boolean => operations.some(({ operation }) => isItem(operation))

function canJoin(one: Collection, other: Collection): boolean {
  if (one.isSingle || other.isSingle) return false
  const isFree = !one.steps.includes('{}') || !other.steps.includes('{}')
  if (isFree && hasItems(other)) return one.steps.every((step) => other.steps.includes(step))
  return isFree || (!hasItems(other) && countCommon(one.steps, other.steps) > 0)
}

function countCommon(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((step, index) => step !== other[index])
  return different < 0 ? one.length : different
}

const nameOf = ({ steps }: Pick<DocumentOperation, 'steps'>): string =>
  steps.findLast((step) => step !== '{}') ?? 'root'

const ORDER: readonly OperationKind[] = ['get', 'list', 'update', 'create']

/** Lists what operations say about records, those that tell most first. */
const shapesOf = ({ operations }: Pick<Collection, 'operations'>): Shape[] =>
  ORDER.flatMap((kind) => operations.flatMap((each) => (each.kind === kind && each.inside ? [each.inside.shape] : [])))

function areAlike(one: Shape | undefined, other: Shape | undefined): boolean {
  return one !== undefined && other !== undefined && haveCommon(one.fields, other.fields)
}

/** Whether half of the fields have the same names. */
export function haveCommon(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  return [...one.keys()].filter((name) => other.has(name)).length * 2 >= Math.min(one.size, other.size)
}

function buildResource(
  [first, ...others]: readonly Collection[],
  unique: (...names: string[]) => string,
): RecognisedResource | undefined {
  const operations = [first, ...others].flatMap((each) => each?.operations ?? [])
  const [shape, ...further] = shapesOf({ operations })
  if (first === undefined || shape === undefined) return undefined
  const { steps, isSingle } = first
  const fields = new Map<string, Field>()
  for (const each of [shape, ...further.filter((other) => areAlike(shape, other))]) {
    for (const [name, field] of each.fields) {
      const isRequired = each.required.has(name) || fields.get(name)?.isRequired === true
      fields.set(name, { shape: field, ...fields.get(name), name, isRequired })
    }
  }
  const word = toIdentifier(nameOf(first), 'records')
  const before = steps.findLast((step) => step !== '{}' && step !== nameOf(first)) ?? ''
  const name = unique(word, toIdentifier(`${toSingular(before)} ${word}`, 'records'))
  const singular = toSingular(word)
  const item = operations.find((each) => each.kind !== 'list' && isItem(each.operation))?.operation
  return {
    name,
    singular: unique(
      toIdentifier(singular === word ? `one ${word}` : singular, 'one'),
      toIdentifier(`one ${name}`, 'one'),
    ),
    word: toSnake(singular),
    operations,
    fields,
    ...findKey(toSnake(singular), item, fields),
    isSingle,
    steps: isSingle ? [] : [...steps, '{}'],
  }
}

// What people name things by in paths.
const NAMES = ['slug', 'key', 'login', 'username', 'name', 'code']

/** Finds the id of records, and the field that the last parameter of an item's path names. */
function findKey(word: string, item: DocumentOperation | undefined, fields: ReadonlyMap<string, Field>) {
  const { name: named = 'id', shape: given } = item?.parameters.at(-1) ?? {}
  const parameter = toSnake(named)
  const bare = parameter.startsWith(`${word}_`) ? parameter.slice(word.length + 1) : parameter
  const scalars = [...fields.values()].filter(({ name, shape }) => isFree(name) && isScalar(shape))
  const find = (wanted: string | undefined) => scalars.find((field) => toSnake(field.name) === wanted)
  const id = find('id')
  const isOther = given !== undefined && isText(given) && id?.shape.type === 'integer'
  const other = isOther ? NAMES.map(find).find((each) => each !== undefined) : undefined
  const key = find(parameter) ?? find(bare) ?? find(parameter.split('_').at(-1)) ?? other ?? id
  // What names a record is its id, unless it has another one. Without any, records get an id that nobody sees.
  const own = id ?? key
  const idShape = own?.shape ?? given
  return {
    id: own?.name,
    idShape,
    key: key === undefined || key === own ? 'id' : key.name,
    isKeyNumber: (key?.shape ?? idShape)?.type === 'integer',
  }
}

/** Finds which records belong to others: the path of a list continues the path of one of those. */
function findParents(resources: readonly RecognisedResource[]): void {
  const byPath = new Map(resources.flatMap((each) => (each.isSingle ? [] : [[each.steps.join('/'), each]])))
  for (const resource of resources) {
    const { steps, fields, id } = resource
    const beginnings = steps.slice(0, -1).map((_, index) => steps.slice(0, index + 1).join('/'))
    const parent = beginnings.map((each) => byPath.get(each)).findLast((each) => each !== undefined)
    if (parent === undefined || leadsTo(parent, resource)) continue
    const index = parent.steps.filter((step) => step === '{}').length
    const parameter = resource.operations[0]?.operation.parameters[index - 1]?.name ?? ''
    const names = [`${parent.word}_id`, toSnake(parameter), `${parent.word}_${parent.id}`]
    const own = [...fields.values()].find(
      ({ name, shape }) => name !== id && names.includes(toSnake(name)) && shape.type === parent.idShape?.type,
    )
    const free = [`${parent.word}_id`, `parent_${parent.word}_id`].find((name) => !fields.has(name))
    resource.parent = { resource: parent, field: own?.name ?? free ?? `${parent.name}_key` }
  }
}

function leadsTo(from: RecognisedResource, to: RecognisedResource): boolean {
  for (let each: RecognisedResource | undefined = from; each !== undefined; each = each.parent?.resource)
    if (each === to) return true
  return false
}

/** Sorts resources so that each comes after the one that it belongs to. */
function sortByParents(resources: readonly RecognisedResource[]): RecognisedResource[] {
  const sorted = new Set<RecognisedResource>()
  const add = (each: RecognisedResource) => {
    if (each.parent !== undefined) add(each.parent.resource)
    sorted.add(each)
  }
  for (const each of resources) add(each)
  return [...sorted]
}
