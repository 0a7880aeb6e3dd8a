/** The operations of a document, with all that their shape tells. */

import { createUnique, toIdentifier } from './names.ts'
import { type Json, type OpenApiDocument, read, toList, toObject, toText } from './read-document.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export interface Parameter {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
}

export interface Operation {
  readonly name: string
  readonly method: Method
  /** Its path, whose parameters are named as code can name them. */
  readonly path: string
  readonly parameters: readonly string[]
  /** The schemas of the parameters in the path. */
  readonly parameterSchemas: readonly unknown[]
  /** Its path in steps, in which all parameters are alike. */
  readonly steps: readonly string[]
  readonly summary: string
  readonly query: readonly Parameter[]
  readonly headers: readonly string[]
  readonly body?: { readonly schema: unknown; readonly isForm: boolean; readonly isRequired: boolean }
  readonly success: { readonly status: number; readonly schema?: unknown; readonly headers: readonly string[] }
  readonly failures: readonly { readonly status: number; readonly schema?: unknown }[]
  readonly isNotModified: boolean
  readonly security: unknown
}

export interface Operations {
  readonly operations: readonly Operation[]
  /** Those that have no place in a service, and why. */
  readonly leftOut: readonly { readonly method: Method; readonly path: string; readonly why: string }[]
}

export interface Choice {
  /** Only operations whose path begins with it. */
  readonly only?: string | undefined
}

/** Lists the operations of a document. */
export function listOperations(document: OpenApiDocument, { only = '' }: Choice = {}): Operations {
  const unique = createUnique()
  const taken = new Set<string>()
  const operations: Operation[] = []
  const leftOut: Operations['leftOut'][number][] = []
  for (const { path, ...found } of listDeclared(document)) {
    if (!path.startsWith(only)) continue
    const operation = readOperation(document, { ...found, path, unique })
    const id = `${found.method} ${operation.steps.join('/')}`
    const why = findObstacle(path) ?? (taken.has(id) ? 'another operation has this path' : undefined)
    if (why === undefined) operations.push(operation)
    else leftOut.push({ method: found.method, path, why })
    taken.add(id)
  }
  return { operations, leftOut }
}

function listDeclared({ root, follow }: OpenApiDocument): Omit<Found, 'unique'>[] {
  const items = toObject(root.paths)
  return Object.entries(items).flatMap(([path, item]) => {
    // The name of a format is no part of what a path leads to, unless there is the same path without it.
    const bare = path.replace(/\.(json|xml)$/, '')
    const end = read(items, bare) === undefined ? path.slice(bare.length) : ''
    const shared = toObject(follow(item))
    return METHODS.flatMap((method) => {
      const declared = read(shared, method.toLowerCase())
      return declared === undefined ? [] : [{ method, path, shared, declared: toObject(declared), end }]
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

interface Found {
  readonly method: Method
  readonly path: string
  readonly shared: Json
  readonly declared: Json
  readonly unique: (name: string) => string
  /** The end of the path that names a format. */
  readonly end: string
}

function readOperation(document: OpenApiDocument, { method, path, shared, declared, unique, end }: Found): Operation {
  const { follow } = document
  const parameters = [...toList(shared.parameters), ...toList(declared.parameters)].map((each) =>
    toObject(follow(each)),
  )
  const inside = (place: string) => parameters.filter((each) => each.in === place)
  const names = createUnique()
  const written: string[] = []
  const renamed = path.replace(/(.)\/$/, '$1').replace(/\{([^{}/]+)\}/g, (_, name: string) => {
    written.push(name)
    return `{${names(/^[A-Za-z_]\w*$/.test(name) && name.length < 40 ? name : toIdentifier(name, 'parameter'))}}`
  })
  const responses = Object.entries(toObject(declared.responses)).map(([status, response]) => {
    return { status: readStatus(status), ...readResponse(document, response) }
  })
  const body = readBody(document, declared.requestBody)
  return {
    name: unique(toIdentifier(toText(declared.operationId) || `${method} ${path}`, 'operation')),
    method,
    path: renamed,
    parameters: [...renamed.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    parameterSchemas: written.map((name) => inside('path').find((each) => each.name === name)?.schema),
    steps: toSteps(renamed.slice(0, renamed.length - end.length)),
    summary: toText(declared.summary).trim().slice(0, 90),
    query: distinct(inside('query'), renamed.match(/\w+/g) ?? []).map((each) => {
      const schema = each.schema ?? readContent(each.content).schema
      return { name: toText(each.name), schema, isRequired: each.required === true }
    }),
    headers: inside('header').map(({ name }) => toText(name)),
    ...(body !== undefined && { body }),
    success: responses
      .filter(({ status }) => status >= 200 && status < 300)
      .toSorted((a, b) => a.status - b.status)[0] ?? {
      status: method === 'POST' ? 201 : 200,
      headers: [],
    },
    failures: responses.filter(({ status }) => status >= 400),
    isNotModified: responses.some(({ status }) => status === 304),
    security: declared.security ?? document.root.security,
  }
}

/** Leaves out parameters whose name another one has. */
function distinct(parameters: readonly Json[], taken: readonly string[]): Json[] {
  const names = new Set<unknown>([...taken, ''])
  return parameters.filter(({ name }) => !names.has(toText(name)) && names.add(toText(name)))
}

/** Splits a path into steps, in which all parameters are alike. */
function toSteps(path: string): string[] {
  return path
    .replaceAll(/\{\w+\}/g, '{}')
    .split('/')
    .filter((step) => step !== '')
}

// `2XX` stands for all of a kind, and `default` for failures.
function readStatus(status: string): number {
  const number = Number(status.replace(/xx$/i, '00'))
  return Number.isInteger(number) && number >= 100 && number < 600 ? number : 0
}

function readResponse({ follow }: OpenApiDocument, response: unknown) {
  const { content, headers } = toObject(follow(response))
  const { schema } = readContent(content)
  return { ...(schema !== undefined && { schema }), headers: Object.keys(toObject(headers)) }
}

function readBody({ follow }: OpenApiDocument, body: unknown): Operation['body'] {
  if (body === undefined) return undefined
  const { content, required } = toObject(follow(body))
  const { schema, type } = readContent(content)
  return schema === undefined ? undefined : { schema, isForm: !type.includes('json'), isRequired: required === true }
}

/** Finds the schema of a content, of JSON if it can be that. */
function readContent(content: unknown): { readonly schema?: unknown; readonly type: string } {
  const all = Object.entries(toObject(content))
  const found =
    all.find(([type]) => /json/i.test(type)) ?? all.find(([type]) => /form-urlencoded|multipart/i.test(type))
  return found === undefined ? { type: '' } : { schema: read(found[1], 'schema'), type: found[0].toLowerCase() }
}
