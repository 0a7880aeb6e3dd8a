/** Writes a service from a document: what all of it has in common, then each resource with its operations. */

import { countOf } from '../../engine/input/text/words.ts'
import { writeConventions } from './conventions.ts'
import { format } from './format.ts'
import { HELPER_NAMES, writeHelpers } from './helpers.ts'
import { type DocumentOperation, listOperations, type Operations } from './operations.ts'
import { createListWriter } from './pages.ts'
import type { OpenApiDocument } from './read-document.ts'
import { type RecognisedResource, recognise } from './recognise.ts'
import { createShapes } from './shape.ts'
import { comment, finishTypes, list, namesIn, object, property, tall, text, type } from './source.ts'
import { createFieldWriter } from './write-field.ts'
import { writeRecognised, writeUnrecognised } from './write-operations.ts'
import { writeResource } from './write-resource.ts'
import { createFile } from './written-file.ts'

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
  readonly headers: string | undefined
  readonly operations: readonly DocumentOperation[]
  readonly resources: readonly RecognisedResource[]
  readonly unrecognised: readonly DocumentOperation[]
  readonly leftOut: Operations['leftOut']
}

// What the written code calls its own things.
const TAKEN = ['service', 'api', 'otherOperations', 'defineApi', 'commonQuestions', ...HELPER_NAMES]

/** Writes the code of a service. */
export function writeService(document: OpenApiDocument, { isTyped, from, only }: WriteOptions): WrittenService {
  const { operations, leftOut } = listOperations(document, createShapes(document), only)
  const { resources, unrecognised } = recognise(operations, TAKEN)
  const file = createFile([...TAKEN, ...resources.map(({ name }) => name)])
  const { statements } = file
  const writer = createFieldWriter(file)
  const lists = resources.flatMap((each) => each.operations).filter(({ kind }) => kind === 'list')
  const listWriter = createListWriter(lists, file)
  const addGroup = (name: string, items: readonly string[]): string => {
    // As tuples, hundreds of operations keep their names.
    statements.push(`const ${name} = ${list(items)}${type(' as const')}`)
    return `...${name}`
  }
  const groups = resources.map((resource) => {
    statements.push(writeResource(resource, writer))
    const items = resource.operations.map((each) => writeRecognised(resource, each, { file, writer, listWriter }))
    return addGroup(file.unique(`${resource.singular}Operations`), items)
  })
  if (resources.length === 0) statements.push(PLACEHOLDER)
  if (unrecognised.length > 0) groups.push(addGroup('otherOperations', unrecognised.map(writeUnrecognised)))
  const { options, ...conventions } = writeConventions(document, operations)
  const { questions, helpers } = writeHelpers(statements.join('\n'))
  const names = resources.length === 0 ? ['things'] : resources.map(({ name }) => name)
  const scenario = object([property('description', text('A few records of each kind.'))])
  const parts = [
    property('resources', list(names)),
    property('operations', list(groups)),
    property('scenarios', object([property('default', scenario)])),
  ]
  const code = [
    `const api = defineApi(${tall([...options, ...listWriter.common, property('questions', questions)])})`,
    ...helpers,
    ...statements,
    `export const service = api.service(${tall(parts)})`,
  ].map((each) => finishTypes(each, isTyped))
  const count = operations.length - unrecognised.length
  const others = unrecognised.length === 0 ? '' : '; the others respond 501'
  const head = [
    comment('Written by deploymock init from', from),
    comment(`It simulates ${count} of ${countOf(operations.length, 'operation')}${others}. The file is yours.`),
    ...leftOut.map(({ method, path, why }) => comment(`Left out, because ${why}:`, `${method} ${path}`)),
  ]
  const all = [head.join('').trimEnd(), writeImports(code.join('\n')), ...code.map(format)]
  return { source: `${all.join('\n\n')}\n`, operations, resources, unrecognised, leftOut, ...conventions }
}

function writeImports(code: string): string {
  const used = namesIn(code)
  const types = ['Context', 'Draw', 'Page', 'RecordOf', 'Resource'].filter((name) => used.has(name))
  const names = [...types.map((name) => `type ${name}`), 'commonQuestions', 'defineApi']
  const byName = (name: string) => name.replace('type ', '').toLowerCase()
  const sorted = names.toSorted((a, b) => byName(a).localeCompare(byName(b)))
  return `${format(`import ${object(sorted)} from 'deploymock/engine'`)}\nimport * as z from 'zod'`
}

// A service has at least one resource.
const PLACEHOLDER = `// The document tells of no records. Replace these by your own.
const things = api.resource('things', {\nschema: z.strictObject({\nid: z.int() }), build: () => ({}) })`
