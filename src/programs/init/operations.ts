/** The operations of a document, with all that their shape tells. */

import { isFree } from '../../rest/check-options.ts'
import { createUnique, toIdentifier } from './names.ts'
import { type Json, type OpenApiDocument, read, toList, toObject, toText } from './read-document.ts'
import type { Shape, ShapeOf } from './shape.ts'

export const SIMULATED_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type SimulatedMethod = (typeof SIMULATED_METHODS)[number]

export interface Parameter {
  readonly name: string
  readonly shape: Shape
  readonly isRequired: boolean
}

export interface DocumentOperation {
  readonly name: string
  readonly method: SimulatedMethod
  /** Its path. A step has the same parameter in all paths that begin alike. */
  readonly path: string
  /** The parameters of its path. */
  readonly parameters: readonly Parameter[]
  /** Its path in steps, in which all parameters are alike. */
  readonly steps: readonly string[]
  readonly query: readonly Parameter[]
  readonly headers: readonly string[]
  readonly body?: { readonly shape: Shape; readonly isForm: boolean; readonly isRequired: boolean } | undefined
  readonly success: { readonly status: number; readonly shape?: Shape | undefined; readonly headers: readonly string[] }
  readonly failures: readonly { readonly status: number; readonly shape?: Shape | undefined }[]
  readonly isTagged: boolean
  readonly security: unknown
}

export interface Operations {
  readonly operations: readonly DocumentOperation[]
  /** Those that have no place in a service, and why. */
  readonly leftOut: readonly { readonly method: SimulatedMethod; readonly path: string; readonly why: string }[]
}

interface DeclaredMethod {
  readonly method: SimulatedMethod
  readonly path: string
  readonly shared: Json
  readonly own: Json
  /** The end of the path that names a format. */
  readonly format: string
}

/** Lists the operations of a document. @param only those whose path begins with it */
export function listOperations(document: OpenApiDocument, shapeOf: ShapeOf, only = ''): Operations {
  const unique = createUnique()
  const taken = new Set<string>()
  const operations: DocumentOperation[] = []
  const leftOut: Operations['leftOut'][number][] = []
  const declared = listDeclared(document).filter(({ path }) => path.startsWith(only))
  const nameParameter = createParameterNames(declared.map(({ path }) => path))
  for (const each of declared) {
    const { method, path } = each
    const id = `${method} ${toSteps(path.replace(/(.)\/$/, '$1')).join('/')}`
    const why = findObstacle(path) ?? (taken.has(id) ? 'another operation has this path' : undefined)
    if (why === undefined) operations.push(readOperation(each, { document, shapeOf, unique, nameParameter }))
    else leftOut.push({ method, path, why })
    taken.add(id)
  }
  return { operations, leftOut }
}

function listDeclared({ root, follow }: OpenApiDocument): DeclaredMethod[] {
  const items = toObject(root.paths)
  return Object.entries(items).flatMap(([path, item]) => {
    // The name of a format is no part of what a path leads to, unless there is the same path without it.
    const bare = path.replace(/\.(json|xml)$/, '')
    const format = read(items, bare) === undefined ? path.slice(bare.length) : ''
    const shared = toObject(follow(item))
    return SIMULATED_METHODS.flatMap((method) => {
      const own = read(shared, method.toLowerCase())
      return own === undefined ? [] : [{ method, path, shared, own: toObject(own), format }]
    })
  })
}

function findObstacle(path: string): string | undefined {
  if (!path.startsWith('/')) return 'its path does not begin with a slash'
  const steps = path
    .replace(/(.)\/$/, '$1')
    .slice(1)
    .split('/')
  const isPlain = path === '/' || steps.every((step) => /^([\w.~!$&'()*+,;=:@%-]|\{[^{}/]+\})+$/.test(step))
  return isPlain && path.length < 500 ? undefined : 'its path is no path of a URL'
}

const PARAMETER = /\{([^{}/]+)\}/g

/** Creates what names the parameter at the end of the beginning of a path: as most paths do that begin so. */
function createParameterNames(paths: readonly string[]): (beginning: string, name: string) => string {
  const counts = new Map<string, Map<string, number>>()
  const toKey = (beginning: string) => beginning.replaceAll(PARAMETER, '{}')
  for (const path of paths) {
    for (const { 1: name = '', index } of path.matchAll(PARAMETER)) {
      const names = counts.get(toKey(path.slice(0, index))) ?? new Map<string, number>()
      counts.set(toKey(path.slice(0, index)), names.set(name, (names.get(name) ?? 0) + 1))
    }
  }
  return (beginning, name) => {
    const names = [...(counts.get(toKey(beginning)) ?? [])].toSorted(([, one], [, other]) => other - one)
    return names[0]?.[0] ?? name
  }
}

interface Tools {
  readonly document: OpenApiDocument
  readonly shapeOf: ShapeOf
  readonly unique: (name: string) => string
  readonly nameParameter: (beginning: string, name: string) => string
}

function readOperation({ method, path, shared, own, format }: DeclaredMethod, tools: Tools): DocumentOperation {
  const { document, shapeOf, unique, nameParameter } = tools
  const { follow, root } = document
  const declared = [...toList(own.parameters), ...toList(shared.parameters)].map((each) => toObject(follow(each)))
  const inside = (place: string) => declared.filter((each) => each.in === place)
  const toParameter = (name: string, { schema, content, required }: Json = {}): Parameter => {
    return { name, shape: shapeOf(schema ?? readContent(content).schema), isRequired: required === true }
  }
  const uniqueParameter = createUnique()
  const parameters: Parameter[] = []
  const renamed = path.replace(/(.)\/$/, '$1').replace(PARAMETER, (_, written: string, index: number) => {
    const name = nameParameter(path.slice(0, index), written)
    const isName = /^[A-Za-z_]\w*$/.test(name) && name.length < 40 && isFree(name)
    const code = uniqueParameter(isName ? name : toIdentifier(name, 'parameter'))
    parameters.push(
      toParameter(
        code,
        inside('path').find((each) => each.name === written),
      ),
    )
    return `{${code}}`
  })
  const readSchema = (schema: unknown) => (schema === undefined ? undefined : shapeOf(schema))
  const responses = Object.entries(toObject(own.responses)).map(([status, response]) => {
    const { content, headers } = toObject(follow(response))
    const shape = readSchema(readContent(content).schema)
    return { status: readStatus(status), shape, headers: Object.keys(toObject(headers)) }
  })
  const successes = responses.filter(({ status }) => status >= 200 && status < 300)
  const success = successes.toSorted((a, b) => a.status - b.status)[0] ?? {
    status: method === 'POST' ? 201 : 200,
    headers: [],
  }
  return {
    name: unique(toIdentifier(toText(own.operationId) || `${method} ${path}`, 'operation')),
    method,
    path: renamed,
    parameters,
    steps: toSteps(renamed.slice(0, renamed.length - format.length)),
    query: distinct(inside('query'), parameters).map((each) => toParameter(toText(each.name), each)),
    headers: inside('header').map(({ name }) => toText(name)),
    body: readBody(tools, own.requestBody),
    success,
    failures: responses.filter(({ status }) => status >= 400),
    isTagged:
      method === 'GET' &&
      (responses.some(({ status }) => status === 304) || success.headers.some((each) => /^etag$/i.test(each))),
    security: own.security ?? root.security,
  }
}

/** Leaves out parameters whose name another one has. */
function distinct(declared: readonly Json[], others: readonly Parameter[]): Json[] {
  const names = new Set<unknown>(['', ...others.map(({ name }) => name)])
  return declared.filter(({ name }) => !names.has(toText(name)) && names.add(toText(name)))
}

/** Splits a path into steps, in which all parameters are alike. */
function toSteps(path: string): string[] {
  return path
    .replaceAll(PARAMETER, '{}')
    .split('/')
    .filter((step) => step !== '')
}

// `2XX` stands for all of a kind, and `default` for failures.
function readStatus(status: string): number {
  const number = Number(status.replace(/xx$/i, '00'))
  return Number.isInteger(number) && number >= 100 && number < 600 ? number : 0
}

function readBody({ document: { follow }, shapeOf }: Tools, body: unknown): DocumentOperation['body'] {
  if (body === undefined) return undefined
  const { content, required } = toObject(follow(body))
  const { schema, media } = readContent(content)
  if (schema === undefined) return undefined
  return { shape: shapeOf(schema), isForm: !media.includes('json'), isRequired: required === true }
}

/** Finds the schema of a content, of JSON if it can be that. */
function readContent(content: unknown): { readonly schema?: unknown; readonly media: string } {
  const all = Object.entries(toObject(content))
  const found =
    all.find(([media]) => /json/i.test(media)) ?? all.find(([media]) => /form-urlencoded|multipart/i.test(media))
  return found === undefined ? { media: '' } : { schema: read(found[1], 'schema'), media: found[0].toLowerCase() }
}
