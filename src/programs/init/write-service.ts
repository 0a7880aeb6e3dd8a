/** Writes a service from a document. */

import { type Code, call, comment, list, object, print, property, text } from './code.ts'
import { findUsual, readBasePath } from './conventions.ts'
import { createUnique } from './names.ts'
import { listOperations, type Operation, type Operations } from './operations.ts'
import type { OpenApiDocument } from './read-document.ts'
import { type Resource, recognise } from './recognise.ts'
import { createShapes } from './shape.ts'
import { writeApi } from './write-api.ts'
import {
  findParameters,
  listFound,
  type OperationTools,
  writeRecognised,
  writeUnrecognised,
} from './write-operations.ts'
import { type Finder, nameFinder, type WrittenResource, writeFinder, writeResource } from './write-resource.ts'
import { createSchemaWriter } from './write-schema.ts'

export interface WriteOptions {
  readonly isTyped: boolean
  /** The name of the document, for people. */
  readonly from: string
  /** Only operations whose path begins with it. */
  readonly only?: string | undefined
}

export interface WrittenService {
  readonly source: string
  readonly basePath: string
  /** The headers of a request with credentials, if it needs some. */
  readonly credentials: string | undefined
  readonly operations: readonly Operation[]
  readonly resources: readonly Resource[]
  readonly unrecognised: readonly Operation[]
  readonly leftOut: Operations['leftOut']
}

// What the written code calls its own things.
const TAKEN = [
  'service',
  'api',
  'pick',
  'take',
  'byText',
  'notSimulated',
  'otherOperations',
  'envelopes',
  'isAt',
  'writeList',
  'defineApi',
  'commonQuestions',
]

export function writeService(document: OpenApiDocument, { isTyped, from, only }: WriteOptions): WrittenService {
  const shapeOf = createShapes(document)
  const { operations, leftOut } = listOperations(document, { only })
  const { resources, unrecognised } = recognise(operations, shapeOf)
  const unique = createUnique()
  for (const each of [...TAKEN, ...resources.map(({ name }) => name)]) unique(each)
  const writer = createSchemaWriter({ shapeOf, unique, isTyped })
  const finders = new Map<Resource, Finder>()
  for (const each of listFound(resources)) {
    finders.set(each, { name: unique(nameFinder(each.singular)), parameters: findParameters(each, operations) })
  }
  const written = new Map<Resource, WrittenResource>()
  const isForm =
    findUsual(
      operations.flatMap(({ body }) => (body === undefined ? [] : [body.isForm])),
      String,
    ) ?? false
  const tools: OperationTools = { shapeOf, writer, finders, written, isTyped }
  // As tuples, hundreds of operations keep their names.
  const asConst = isTyped ? ' as const' : ''
  const groups: string[] = []
  const parts = resources.flatMap((resource) => {
    const { code, ...rest } = writeResource(resource, { shapeOf, writer })
    written.set(resource, { code, ...rest })
    const items = resource.operations.map((each) => writeRecognised(resource, each, tools))
    const group = unique(`${resource.singular}Operations`)
    groups.push(group)
    return [
      print(code, 0),
      ...(finders.has(resource) ? [print(writeFinder(resource, finders, isTyped), 0)] : []),
      print([`const ${group} = `, list(items), asConst], 0),
    ]
  })
  if (unrecognised.length > 0) {
    groups.push('otherOperations')
    const others = list(unrecognised.map(writeUnrecognised))
    parts.push(NOT_SIMULATED[isTyped ? 'typed' : 'untyped'], print(['const otherOperations = ', others, asConst], 0))
  }
  if (resources.length === 0) parts.unshift(PLACEHOLDER)
  const api = writeApi({ document, operations, resources, isForm, shapeOf, written, isTyped, code: parts.join('\n') })
  const typing = isTyped ? 'typed' : 'untyped'
  const helpers = Object.values(HELPERS).flatMap((helper) =>
    parts.some((each) => each.includes(helper.use)) ? [helper[typing]] : [],
  )
  const body = [
    ...api.parts,
    ...writer.shared.map((each) => print(each, 0)),
    ...helpers,
    ...parts,
    writeEnd(resources, groups),
  ]
  const count = operations.length - unrecognised.length
  const head = [
    comment('Written by deploymock init from', from),
    `// It simulates ${count} of ${operations.length} operations; the others respond 501. The file is yours: change it.`,
    ...leftOut.map(({ method, path, why }) => comment(`Left out, because ${why}:`, `${method} ${path}`)),
  ]
  const source = `${[head.join('\n'), writeImports(body.join('\n'), isTyped), ...body].join('\n\n')}\n`
  const { credentials } = api
  return { source, operations, resources, unrecognised, leftOut, basePath: readBasePath(document), credentials }
}

function writeImports(code: string, isTyped: boolean): string {
  const bare = code.replace(/'(\\.|[^'\\\n])*'|"(\\.|[^"\\\n])*"/g, '')
  const types = ['Context', 'Draw', 'Page'].filter((name) => isTyped && new RegExp(`\\b${name}\\b`).test(bare))
  const names = [...types, 'commonQuestions', 'defineApi']
    .toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase()))
    .map((name) => (types.includes(name) ? `type ${name}` : name))
  return `import { ${names.join(', ')} } from 'deploymock/engine'\nimport * as z from 'zod'`
}

function writeEnd(resources: readonly Resource[], groups: readonly string[]): string {
  const scenario = object([property('description', text('A few records of each kind.'))])
  const parts: Code[] = [
    property('resources', list(resources.length === 0 ? ['things'] : resources.map(({ name }) => name))),
    property('operations', list(groups.map((name) => `...${name}`))),
    property('scenarios', object([property('default', scenario)])),
  ]
  return print(['export const service = ', call('api.service', object(parts, true))], 0)
}

// What takes fields out of bodies, without those that a request leaves out.
const HELPERS = {
  pick: {
    use: '...pick(',
    typed: `/** Takes some fields of a body. */
function pick<Body extends object, const Name extends keyof Body & string>(body: Body, names: readonly Name[]) {
  const given = names.filter((name) => body[name] !== undefined)
  const fields = Object.fromEntries(given.map((name) => [name, body[name]]))
  return fields as { [Each in Name]: Exclude<Body[Each], undefined> }
}`,
    untyped: `/** Takes some fields of a body. */
function pick(body, names) {
  const given = names.filter((name) => body[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, body[name]]))
}`,
  },
  take: {
    use: '...take(',
    typed: `/** Takes some fields of a body, by the names that records have for them. */
function take<Body extends object, const Names extends Readonly<Record<string, keyof Body>>>(body: Body, names: Names) {
  const given = Object.entries(names).filter(([, from]) => body[from] !== undefined)
  const fields = Object.fromEntries(given.map(([name, from]) => [name, body[from]]))
  return fields as { [Each in keyof Names]: Exclude<Body[Names[Each]], undefined> }
}`,
    untyped: `/** Takes some fields of a body, by the names that records have for them. */
function take(body, names) {
  const given = Object.entries(names).filter(([, from]) => body[from] !== undefined)
  return Object.fromEntries(given.map(([name, from]) => [name, body[from]]))
}`,
  },
  byText: {
    use: 'match: byText',
    typed: `/** How filters compare free texts, which no document says. */
const byText = ({ assumptions }: { readonly assumptions: { readonly textFilters: 'equals' | 'contains' } }) =>
  assumptions.textFilters`,
    untyped: `/** How filters compare free texts, which no document says. */
const byText = ({ assumptions }) => assumptions.textFilters`,
  },
}

// A service has at least one resource.
const PLACEHOLDER = `// The document tells of no records. Replace these by your own.
const things = api.resource('things', {
  schema: z.strictObject({ id: z.int() }),
  build: () => ({}),
})`

const NOT_SIMULATED = {
  typed: `const notSimulated = {
  refuses: [501],
  run: ({ refuse }: Context<unknown>) => refuse(501, 'This operation is not simulated yet.'),
}`,
  untyped: `const notSimulated = {
  refuses: [501],
  run: ({ refuse }) => refuse(501, 'This operation is not simulated yet.'),
}`,
}
