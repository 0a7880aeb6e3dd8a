// The OpenAPI document of the service, and the documents that it has itself.

import { createContract } from '../../contract/contract.ts'
import type { DocumentSource } from '../../contract/document-builder.ts'
import type { LoadedDocuments, ServiceDocuments } from '../../contract/documents.ts'
import type { Access, Credential } from '../../contract/operation/access.ts'
import type { Declarations } from '../../contract/operation/declarations.ts'
import {
  bodyModelOf,
  bodyTypeOf,
  type Example,
  needsCredentials,
  type Operation,
  templateOf,
} from '../../contract/operation/operation.ts'
import { listDeclared, type Model } from '../../contract/operation/value.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { basisOf } from '../../define/basis.ts'
import { html, writeHtmlPage } from '../../http/html.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import { capitalize } from '../../input/text/words.ts'
import { createByteBudget } from '../../limits/byte-budget.ts'
import { finish, type Steps } from '../../work/steps.ts'
import { chooseExample } from '../sample-requests.ts'
import { createMarker, listMarks, type Marker } from './marker.ts'
import { type ObservedService, observe } from './observations.ts'
import { describeTags, findTag, type Json, ORIGIN } from './parts.ts'
import { describeResponses } from './responses.ts'
import { createSchemas, type DocumentSchemas } from './schemas.ts'
import { describeParameters, orNull } from './value-schemas.ts'

/** Creates what writes the documents as the service itself has them: without marks and examples. */
export function createOwnDocuments(declared: Declarations): ServiceDocuments {
  const describe = (assumptions: Assumptions) => finish(buildServiceDocument({ declared, assumptions }))
  return {
    describe: (assumptions) => JSON.stringify(describe(assumptions)),
    writePage: (assumptions) => writeDocsPage(describe(assumptions)),
  }
}

export function writeDocsPage({ info, paths }: Json): string {
  const { title } = info as { title: string }
  const described = Object.entries(paths as Readonly<Record<string, Readonly<Record<string, Json>>>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(
        ([method, { summary }]) => html`<li>${String(summary)}<br><code>${method.toUpperCase()} ${path}</code></li>\n`,
      ),
  )
  return writeHtmlPage(
    title,
    html`<p>The <a href="openapi.json">OpenAPI document</a> describes these operations in full.</p>
<ul>
${described}</ul>`,
  )
}

interface Offered {
  readonly operation: Operation
  readonly template: string
  /** The assumptions that its path depends on. */
  readonly placing: ReadonlySet<string>
}

interface DocumentSources {
  readonly marker: Marker
  readonly schemas: DocumentSchemas
  /** What requests for examples are sent to. */
  readonly service: ObservedService | undefined
  readonly basePath: string
}

/** Builds the OpenAPI document of the service, from the declarations that validate requests and write responses. */
export function* buildServiceDocument(source: DocumentSource): Steps<Json> {
  const { declared, assumptions, server = '', world, isMarked = world !== undefined } = source
  const marker = createMarker(declared, assumptions, { isMarked })
  const schemas = createSchemas(marker, world)
  const [basePath = ''] = declared.basePathsOf(assumptions)
  const service = world === undefined ? undefined : { contract: createQuietContract(declared, assumptions), world }
  const { offered, missing } = listOffered(marker, { hasDocumentation: isMarked })
  const servers = describeServers(server, marker)
  const paths = yield* describePaths(offered, { marker, schemas, service, basePath }, servers)
  const securitySchemes = describeSchemes(marker)
  const components = omitUndefined({ schemas: Object.fromEntries(schemas.named), securitySchemes })
  const tags = isMarked
    ? { tags: describeTags(offered.map(({ operation, template }) => findTag(operation, template))) }
    : {}
  const document = { openapi: '3.1.1', info: describeInfo(declared, isMarked), servers, ...tags, paths, components }
  return marker.add(document, missing)
}

function describeInfo({ title, version, isPackaged }: Declarations, isMarked: boolean): Json {
  const note = 'What the contract leaves open is marked with the assumption that decides it: `x-assumption: id=value`.'
  return { title, version, ...(isMarked && { description: note, ...(isPackaged && ORIGIN) }) }
}

/** Says whether the written contract has an operation, or which assumptions decide that. */
function describePlace({ placing }: Offered): string {
  if (placing.size === 0) return 'The written contract has this operation.'
  const ids = Array.from(placing, (id) => `\`${id}\``)
  return `Whether the service has this operation, and at which path, depends on ${ids.join(', ')}.`
}

// No example is a document.
const NO_DOCUMENTS: LoadedDocuments = {
  latest: new Map(),
  load: () => undefined,
  describe: () => '{}',
  writePage: () => '',
}

// Nothing that it does is stored: neither its responses nor the JSON of records.
function createQuietContract(declared: Declarations, assumptions: Assumptions): ObservedService['contract'] {
  const contract = createContract(assumptions, {
    declared,
    budget: createByteBudget(0),
    rendered: { json: new WeakMap() },
    documents: NO_DOCUMENTS,
  })
  contract.stopCaching()
  return contract
}

interface OfferOptions {
  readonly hasDocumentation: boolean
}

function listOffered(
  { declared: { operations }, read }: Marker,
  { hasDocumentation }: OfferOptions,
): { offered: Offered[]; missing: string[] } {
  const found = operations
    .filter(({ isDocumentation }) => hasDocumentation || isDocumentation !== true)
    .map((operation) => ({ operation, ...read((assumptions) => templateOf(operation, assumptions)) }))
  return {
    offered: found.flatMap(({ operation, result, read: placing }) =>
      result === undefined ? [] : { operation, template: result, placing },
    ),
    missing: found.flatMap(({ result, read: placing }) => (result === undefined ? [...placing] : [])),
  }
}

function describeServers(server: string, { declared: { basePathsOf }, mark, assumptions }: Marker): Json[] {
  return basePathsOf(assumptions).map((_, index) =>
    mark((read) => {
      const url = server + encodeURI(basePathsOf(read)[index] ?? '')
      return { url: url === '' ? '/' : url }
    }),
  )
}

function* describePaths(offered: readonly Offered[], parts: DocumentSources, servers: readonly Json[]): Steps<Json> {
  const { marker } = parts
  const { framework } = marker.declared
  const paths: Record<string, Json> = {}
  for (const each of offered) {
    const { operation, template, placing } = each
    const described = yield* describeOperation(each, parts, [...servers, marker.add({}, placing)])
    const item = marker.mark((assumptions) => ({
      ...paths[template],
      [operation.method.toLowerCase()]: described,
      ...(framework.answersHead(assumptions) && operation.method === 'GET' && { head: toHead(described) }),
    }))
    paths[template] = marker.add(item, placing)
  }
  return paths
}

/** @param outside the parts outside of the operation that its requests depend on, too */
function* describeOperation(each: Offered, parts: DocumentSources, outside: readonly Json[]): Steps<Json> {
  const { operation, template } = each
  const { marker, schemas, service, basePath } = parts
  const { assumptions } = marker
  const example = service === undefined ? NO_EXAMPLE : chooseExample(operation, service.world.collections, assumptions)
  const observed =
    service === undefined ? undefined : yield* observe(operation, { template: basePath + template, example, service })
  const findExample = (status: number) => observed?.get(status)?.first
  const { byStatus, read } = describeResponses(operation, { marker, schemas, findExample })

  const request = marker.add(describeRequest(operation, example, parts), read)
  const known = (response: Json) => listMarks([outside, request, response], schemas.named)
  const responses = Array.from(byStatus, ([status, response]): [string, Json] => {
    const marked = known(response)
    const others = [...(observed?.get(status)?.dependsOn ?? [])].filter((id) => !marked.has(id))
    return [String(status), marker.add(response, others)]
  })
  const description = service === undefined ? {} : { description: describePlace(each) }
  return { tags: [findTag(operation, template)], ...request, ...description, responses: Object.fromEntries(responses) }
}

const NO_EXAMPLE: Example = { missing: 'There is no world.' }

function describeRequest(operation: Operation, example: Example, { marker, schemas }: DocumentSources): Json {
  const { path = {}, query = {}, body } = 'missing' in example ? {} : example
  const parameters = describeParameters(operation, { marker, examples: { ...path, ...query } })
  const requestBody = describeBody(operation, { schemas, example: body })
  const isWithout = (read: Assumptions) =>
    listDeclared(operation.parameters, read).length === 0 && operation.headers === undefined
  return marker.mark((assumptions) =>
    omitUndefined({
      operationId: operation.name,
      summary: operation.summary,
      ...marker.base({}, basisOf(operation.basis, 'path')),
      security: needsCredentials(operation) ? listSecurity(marker.declared.access, assumptions) : [],
      parameters: isWithout(assumptions) ? undefined : parameters,
      requestBody,
    }),
  )
}

interface BodySource {
  readonly schemas: DocumentSchemas
  readonly example: unknown
}

function describeBody(operation: Operation, { schemas, example }: BodySource): Json | undefined {
  if (operation.takesUpload !== undefined) return { required: true, content: { [operation.takesUpload.type]: {} } }
  if (operation.body === undefined) return undefined
  // The operation takes a body under all assumptions.
  const schema = schemas.ofBody((assumptions) => bodyModelOf(operation, assumptions) as Model, operation.basis)
  const isOptional = operation.isBodyOptional === true
  const mediaType = bodyTypeOf(operation)
  return {
    ...(!isOptional && { required: true }),
    content: { [mediaType]: omitUndefined({ schema: isOptional ? orNull(schema) : schema, example }) },
  }
}

function toHead({ operationId, responses, requestBody, ...get }: Json): Json {
  const bodiless = Object.entries(responses as Readonly<Record<string, Json>>).map(([status, { content, ...rest }]) => [
    status,
    rest,
  ])
  return { operationId: `head${capitalize(String(operationId))}`, ...get, responses: Object.fromEntries(bodiless) }
}

/** Describes the credentials that requests need; undefined if they need none. */
function describeSchemes({ declared: { access }, assumptions, mark }: Marker): Json | undefined {
  const needed = new Set(access.listRequired(assumptions).flat())
  if (needed.size === 0) return undefined
  const described = Array.from(needed, (name) => [
    name,
    mark((read) => {
      access.listRequired(read)
      // A set names only credentials of the service.
      return toScheme(access.credentials[name] as Credential)
    }),
  ])
  return Object.fromEntries(described)
}

/** Lists the alternatives of credentials; empty if requests need none. */
function listSecurity(access: Access, assumptions: Assumptions): Json[] {
  return access.listRequired(assumptions).map((needed) => Object.fromEntries(needed.map((name) => [name, []])))
}

// The header that the schemes of HTTP belong to. In any other, a scheme is a part of the key.
const OF_HTTP = /^AUTHORIZATION$/i

function toScheme({ header, scheme }: Credential): Json {
  const isHttp = scheme !== undefined && OF_HTTP.test(header)
  return isHttp ? { type: 'http', scheme: scheme.toLowerCase() } : { type: 'apiKey', in: 'header', name: header }
}
