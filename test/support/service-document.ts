import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { withFormats } from './json-schema.ts'

interface Content {
  schema?: object
  example?: unknown
}

export interface DescribedResponse {
  'x-assumption'?: string | string[]
  headers?: Record<string, unknown>
  content?: Record<string, Content>
}

export interface DescribedOperation {
  'x-assumption'?: string | string[]
  operationId: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; schema: object; example?: unknown; 'x-assumption'?: string | string[] }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, DescribedResponse>
}

export interface ServiceDocument {
  [field: string]: unknown
  servers: { url: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, object>; securitySchemes?: Record<string, object> }
}

/** A response, with the request that it answers. */
export interface Exchange {
  method: string
  /** The path of the request, still percent-encoded. */
  path: string
  status: number
  type: string | null | undefined
  body: string
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']

/** Lists the operations of a document. */
export function listOperations({ paths }: ServiceDocument) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] === undefined ? [] : { path, method, operation: item[method] })),
  )
}

/**
 * Creates a function that compares responses with a document. It returns what is wrong with a response, or
 * undefined.
 */
export function createAgreement(document: ServiceDocument): (exchange: Exchange) => string | undefined {
  const validate = createValidation(document)
  const bases = document.servers.map(({ url }) => (url === '/' ? '' : new URL(url, 'http://any.test').pathname))
  const places = Object.entries(document.paths).flatMap(([template, item]) =>
    bases.map((base) => ({ template, item, pattern: toPattern(base + template) })),
  )
  return (exchange) => {
    const { method, status } = exchange
    const decoded = decodeURIComponent(exchange.path)
    const path = decoded.replace(/\/+$/, '')
    // The service tries all paths that match, so a method that one of them lacks may be that of another.
    const matching = places.filter(({ pattern }) => pattern.test(path))
    const place = matching.find(({ item }) => item[method.toLowerCase()] !== undefined) ?? matching[0]
    const operation = place?.item[method.toLowerCase()]
    const name = `${method} ${exchange.path} with ${status}`
    if (place === undefined || operation === undefined || (path !== decoded && status === 404)) {
      return listStatusesElsewhere(place !== undefined).includes(status) ? undefined : `${name} is not described`
    }
    const pointer = ['paths', place.template, method.toLowerCase(), 'responses', String(status), 'content']
    const issue = findIssue(exchange, operation.responses[status], (type, value) =>
      validate([...pointer, type, 'schema'], value),
    )
    return issue && `${name}: ${issue}`
  }
}

// The responses to requests that match no operation of the document.
function listStatusesElsewhere(isPathKnown: boolean): number[] {
  return isPathKnown ? [404, 405, 307] : [404]
}

function findIssue(
  { type, body }: Exchange,
  response: DescribedResponse | undefined,
  validate: (type: string, value: unknown) => string | undefined,
): string | undefined {
  if (response === undefined) return 'the status is not described'
  if (response.content === undefined) return body === '' ? undefined : 'it has a body'
  const [name = ''] = (type ?? '').split(';')
  if (response.content[name] === undefined) return `the type ${type} is not described`
  return validate(name, name.endsWith('json') ? JSON.parse(body) : body)
}

/** Creates a function that validates a value against a schema within a document. It returns what is wrong. */
export function createValidation(document: ServiceDocument) {
  // Zod writes the start of a text as a format beside the pattern.
  const ajv = withFormats(new Ajv2020({ strict: false, formats: { starts_with: true } }))
  ajv.addSchema({ $id: 'document', ...document })
  const known = new Map<string, ValidateFunction | undefined>()
  return (place: readonly string[], value: unknown): string | undefined => {
    const pointer = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    // Many operations refer to the same schema, which is compiled once.
    const key = findReference(document, place) ?? `#/${pointer}`
    if (!known.has(key)) known.set(key, ajv.getSchema(`document${key}`))
    const validate = known.get(key)
    if (validate === undefined) return `there is no schema at ${pointer}`
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

function findReference(document: ServiceDocument, place: readonly string[]): string | undefined {
  const schema = place.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document)
  return (schema as { $ref?: string } | undefined)?.$ref
}

// A line feed at the end is part of the same path for the service.
function toPattern(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}\\n?$`, 'su')
}
