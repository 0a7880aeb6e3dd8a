/** Writes what all operations of a document have in common, and the questions that it leaves open. */

import { type Code, call, lambda, list, object, print, property, text } from './code.ts'
import {
  findInvalidStatus,
  findPaging,
  findUsual,
  listPageUses,
  type Paging,
  readBasePath,
  writeCredentials,
  writeEnvelope,
  writeError,
  writeIdempotencyKey,
  writePageHeaders,
} from './conventions.ts'
import { splitWords } from './names.ts'
import type { Operation } from './operations.ts'
import { type OpenApiDocument, toObject, toText } from './read-document.ts'
import type { Recognised, Resource } from './recognise.ts'
import type { Shape } from './shape.ts'
import { nameOrderQuestion } from './write-operations.ts'
import type { WrittenResource } from './write-resource.ts'

interface ApiParts {
  readonly document: OpenApiDocument
  readonly operations: readonly Operation[]
  readonly resources: readonly Resource[]
  readonly written: ReadonlyMap<Resource, WrittenResource>
  readonly isForm: boolean
  readonly isTyped: boolean
  readonly shapeOf: (schema: unknown) => Shape
  /** The code of the resources and the operations, which reads the answers to the questions. */
  readonly code: string
}

// Of a document without pages: its lists are whole.
const WHOLE: Paging = { by: 'offset', start: 'offset', size: 'limit', usual: 1000, most: 1000 }

export function writeApi({ document, operations, resources, written, isForm, isTyped, shapeOf, code }: ApiParts) {
  const { title, version } = toObject(document.root.info)
  const basePath = readBasePath(document)
  const lists = resources.flatMap((each) => each.operations).filter(({ kind }) => kind === 'list')
  const pagings = lists.flatMap(({ operation }) => findPaging(operation, shapeOf) ?? [])
  const paging = findUsual(pagings, ({ by, start, size }) => `${by} ${start} ${size}`) ?? WHOLE
  const credentials = writeCredentials(document, operations)
  const { envelope, helpers } = writeEnvelopes(lists, { paging, shapeOf, isTyped, basePath })
  const parts: Readonly<Record<string, Code | undefined>> = {
    title: text(toText(title).slice(0, 100) || 'API'),
    version: text(String(version ?? '1').slice(0, 30)),
    basePath: basePath === '' ? undefined : text(basePath),
    credentials: credentials?.code,
    bodies: isForm ? text('form') : undefined,
    pages: writePaging(paging),
    envelope,
    pageHeaders: writePageHeaders(lists.map(({ operation }) => operation)),
    error: writeError(operations, shapeOf),
    invalidStatus: findInvalidStatus(operations)?.toString(),
    idempotencyKey: writeIdempotencyKey(operations),
    questions: object(writeQuestions(resources, written, code), true),
  }
  const properties = Object.entries(parts).flatMap(([name, each]) => (each === undefined ? [] : [property(name, each)]))
  const api = print(['const api = ', call('defineApi', object(properties, true))], 0)
  return { parts: [...helpers, COMMON_NAMES, api], credentials: credentials?.example }
}

function writePaging({ by, start, before, size, usual, most }: Paging): Code {
  return object([
    property(by, text(start)),
    ...(before === undefined ? [] : [property('before', text(before))]),
    property('size', text(size)),
    property('usual', String(usual)),
    property('most', String(most)),
  ])
}

interface EnvelopeOptions {
  readonly paging: Paging
  readonly shapeOf: (schema: unknown) => Shape
  readonly isTyped: boolean
  readonly basePath: string
}

/** Writes how lists are written: all alike, or by their path. */
function writeEnvelopes(lists: readonly Recognised[], { paging, shapeOf, isTyped, basePath }: EnvelopeOptions) {
  const all = lists.flatMap((each) => {
    const body = writeEnvelope(each, paging, shapeOf)
    const name = each.inside?.path.at(-1) ?? ''
    return [{ path: each.operation.path, body, name, kind: body === undefined ? '' : print(withKey(body), 0) }]
  })
  const [first] = all
  if (all.every(({ body, name, kind }) => body !== undefined && kind === first?.kind && name === first?.name)) {
    const envelope = first?.body === undefined ? undefined : lambda(`({ ${listPageUses(first.body)} })`, first.body)
    return { envelope, helpers: [] }
  }
  const kinds = [...new Set(all.map(({ kind }) => kind))].filter((kind) => kind !== '')
  if (kinds.length === 0) return { envelope: undefined, helpers: [] }
  const items = kinds.map((kind) => {
    const alike = all.filter((each) => each.kind === kind)
    const body = withKey(alike[0]?.body ?? '')
    const parameters = `(key${isTyped ? ': string' : ''}, { ${listPageUses(body)} }${isTyped ? ': Page' : ''})`
    const names = object(
      alike.map(({ path, name }) => property(`${basePath}${path}`, text(name))),
      true,
    )
    return object([property('keys', names), property('write', lambda(parameters, body))], true)
  })
  const table = print(['const envelopes = ', list(items)], 0)
  return { envelope: 'writeList', helpers: [`${ENVELOPES}\n${table}`, WRITE_LIST[isTyped ? 'typed' : 'untyped']] }
}

/** Writes the name of the records in an envelope as a variable. */
function withKey(code: Code): Code {
  if (typeof code === 'string') return code
  if ('head' in code) return code.rest === 'records' ? { ...code, head: '[key]:' } : code
  if ('callee' in code) return code
  if ('open' in code) return { ...code, items: code.items.map((each) => ({ ...each, code: withKey(each.code) })) }
  return code.map(withKey)
}

const ENVELOPES = '/** The lists that are no arrays: the names of their records by path, and what is beside them. */'

const WRITE_LIST = {
  typed: `function writeList(page: Page): unknown {
  for (const { keys, write } of envelopes) {
    const [, key] = Object.entries(keys).find(([path]) => isAt(page.path, path)) ?? []
    if (key !== undefined) return write(key, page)
  }
  return page.records
}

function isAt(path: string, pattern: string): boolean {
  const [steps, given] = [pattern.split('/'), path.split('/')]
  return steps.length === given.length && steps.every((step, index) => step.includes('{') || step === given[index])
}`,
  untyped: `function writeList(page) {
  for (const { keys, write } of envelopes) {
    const [, key] = Object.entries(keys).find(([path]) => isAt(page.path, path)) ?? []
    if (key !== undefined) return write(key, page)
  }
  return page.records
}

function isAt(path, pattern) {
  const [steps, given] = [pattern.split('/'), path.split('/')]
  return steps.length === given.length && steps.every((step, index) => step.includes('{') || step === given[index])
}`,
}

type Values = Readonly<Record<string, string>>

// What documents do not say, by the name with which the code reads the answer.
const QUESTIONS: Readonly<Record<string, { question: string; values: Values; advice: string }>> = {
  unknownParents: {
    question: 'What does a list below a record that does not exist contain?',
    values: { refused: 'Status 404.', empty: 'Nothing.' },
    advice: 'Treat both alike in the client.',
  },
  unknownDeletion: {
    question: 'What does the deletion of a record that does not exist get?',
    values: { refused: 'Status 404.', done: 'The same as any other deletion.' },
    advice: 'Treat 404 like a deletion in the client.',
  },
  otherPaths: {
    question: 'What does a list select by a parameter of its path that its records do not have?',
    values: { every: 'Every record.', refused: 'Status 404, because nothing has that name.' },
    advice: 'Declare what such a path selects with `within`.',
  },
  textFilters: {
    question: 'Which records does a filter by a free text select?',
    values: { equals: 'Those with exactly this text.', contains: 'Those whose text contains it.' },
    advice: 'Filter by whole texts, and check the result in the client.',
  },
}

// What no document says of any API. The engine reads the answers.
const COMMON = ['beyondTheEnd', 'emptyFilter', 'filterCase', 'repeatedParameter', 'trailingSlash', 'unknownParameter']
const COMMON_NAMES = `const { ${COMMON.join(', ')} } =\n  commonQuestions`

/** Writes the questions whose answers are read. */
function writeQuestions(resources: readonly Resource[], written: ApiParts['written'], code: string): Code[] {
  const read = new Set([...code.matchAll(/assumptions\.(\w+)/g)].map(([, name]) => name))
  if (code.includes('match: byText')) read.add('textFilters')
  const orders = resources.flatMap((each) => {
    const orders = written.get(each)?.orders ?? []
    if (!read.has(nameOrderQuestion(each))) return []
    const values = Object.fromEntries(orders.map(({ name, meaning }) => [name, meaning]))
    const question = `In which order are the ${splitWords(each.name).join(' ')} listed?`
    return [[nameOrderQuestion(each), { question, values, advice: 'Sort them in the client.' }] as const]
  })
  const general = Object.entries(QUESTIONS).filter(([name]) => read.has(name))
  const own = [...general, ...orders].map(([name, { question, values, advice }]) => {
    const meanings = Object.entries(values).map(([value, meaning]) => property(value, text(meaning)))
    const parts = [
      property('question', text(question)),
      property('values', object(meanings)),
      property('advice', text(advice)),
    ]
    return property(name, object(parts, true))
  })
  return [...COMMON, ...own]
}
