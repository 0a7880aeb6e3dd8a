// Declares an API: its conventions, its resources, its operations.

import type { Faker } from '@faker-js/faker'
import { faker as english } from '@faker-js/faker/locale/en'
import type * as z from 'zod'
import type { Operation as EngineOperation } from '../engine/contract/operation/operation.ts'
import { defineScenario, type Scenario } from '../engine/scenario/scenario.ts'
import { defineService, type ServiceDeclarations } from '../engine/scenario/service.ts'
import { buildAccess, type Credentials, isOpenTo } from './access.ts'
import { checkPart, refuseDeclaration } from './check-options.ts'
import { checkConventions, checkCrud, checkList, checkOperation, checkResource, checkService } from './check-parts.ts'
import type { CommonAnswers } from './common-questions.ts'
import { buildCrud, type CrudName, type CrudOptions, type Verb } from './crud.ts'
import { createInvalidStatus, type Failure } from './failure.ts'
import { createFramework } from './framework.ts'
import { idempotencyKeys } from './idempotency.ts'
import { type AnyListOptions, buildList, type ListDefaults, type ListOptions } from './list.ts'
import { type AnyOperationOptions, buildOperation, type Operation, type OperationOptions } from './operation.ts'
import { type Page, type Pages, USUAL_PAGES } from './pages.ts'
import { buildRegister, type Questions } from './questions.ts'
import type { RecordOf, Resource } from './records.ts'
import type { Headers } from './reply.ts'
import {
  type AnyResourceOptions,
  buildResource,
  type DeclaredResource,
  type Following,
  type ResourceOptions,
} from './resource.ts'
import type { ScenarioOf } from './scenario.ts'
import type { Service } from './service.ts'
import { tryScenarios } from './try-scenarios.ts'
import { writtenSchemaOf } from './viewed.ts'

export interface ApiOptions<Q extends Questions> {
  /** The name of the API. */
  readonly title: string
  /** The version of its contract. */
  readonly version: string
  /** Below which path all operations are, such as `/v1`. Default: none. */
  readonly basePath?: string
  /** Which header proves who asks. `for` says which operations need it. Default: no credentials. */
  readonly credentials?: Credentials
  /** How bodies arrive. Default: JSON. A form may nest: `address[city]=Rome`, `items[0][id]=1`. */
  readonly bodies?: 'json' | 'form'
  /** Default: `{ offset: 'offset', size: 'limit', usual: 20, most: 100 }`. */
  readonly pages?: Pages
  /** How a list is written. Default: the array of its records. */
  envelope?(page: Page): unknown
  /** Further headers of a list, such as a `Link`. */
  pageHeaders?(page: Page): Headers
  /** How an error is written. Default: problem details (RFC 9457) with `errors`. */
  error?(failure: Failure): unknown
  /** What invalid input gets. Default: 422. A body that cannot be parsed gets 400. */
  readonly invalidStatus?: number
  /** A header with which a request is answered once: the same key gets the same response, and another body 409. */
  readonly idempotencyKey?: string
  /** What nobody has promised, by name. */
  readonly questions?: Q
  /** The Faker that records are drawn with, in any locale. Default: the English one. */
  readonly faker?: Faker
}

/** Some fields of a record, at any depth unchangeable. */
type Some<T> = { readonly [Field in keyof T]?: Frozen<T[Field]> }
type Frozen<T> = T extends readonly (infer Each)[]
  ? readonly Frozen<Each>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An API that is being declared. */
export interface Api<Q extends Questions> {
  /** Declares a kind of records. */
  resource<
    const Name extends string,
    Schema extends z.ZodObject,
    const Built extends Some<z.input<Schema>>,
    const Next extends Following<Some<z.output<Schema>>>,
    const Order extends string = never,
  >(name: Name, options: ResourceOptions<Schema, Order, Q, Built, Next>): Resource<Name, Schema, Order>
  /** Declares an operation that responds with pages of a resource. */
  list<const Name extends string, const Path extends string, R extends Resource>(
    name: Name,
    path: Path,
    of: R,
    options?: ListOptions<R, Path, Q>,
  ): Operation<Name>
  /** Declares any other operation. */
  operation<
    const Name extends string,
    const Path extends string,
    Body extends z.ZodType = z.ZodNull,
    // biome-ignore lint/complexity/noBannedTypes: zod's own form of an object without fields.
    Query extends z.ZodObject = z.ZodObject<{}>,
  >(name: Name, method: Method, path: Path, options: OperationOptions<Path, Body, Query, Q>): Operation<Name>
  /** Lists, reads, creates, changes (PATCH) and deletes: `listThings`, `getThing`, `createThing`, `updateThing`, `deleteThing`. */
  crud<R extends Resource, const Path extends string, const Only extends Verb = Verb>(
    path: Path,
    of: R,
    options?: ListOptions<R, Path, Q> & CrudOptions<Exclude<keyof RecordOf<R> & string, 'id'>, Only>,
  ): readonly Operation<CrudName<R['name'], Only>>[]
  /** Puts the parts together to what all entries take as their option `service`. */
  service<const R extends readonly Resource[], const O extends readonly Operation[], const S extends string>(parts: {
    readonly resources: R
    readonly operations: O
    readonly scenarios?: Readonly<Record<S, ScenarioOf<R, Q>>>
  }): Service<Q, R, O[number]['name'], S>
}

type ApiParts = {
  readonly resources: readonly DeclaredResource[]
  readonly operations: readonly EngineOperation[]
  readonly scenarios?: Readonly<Record<string, ScenarioOf<readonly Resource[], unknown>>>
}

const DEFAULT_SCENARIO = { seed: 1, now: '2026-03-02T09:00:00Z' }
const RATE_LIMIT = { requests: 1000, milliseconds: 10_000 }
const NO_SETTINGS = { fields: {}, readSettings: () => ({}), relaxSettings: () => ({}), buildFacts: () => ({}) }

/**
 * Declares an API: how its lists are cut, how its errors are written, and what nobody has promised about it.
 *
 * @throws OptionError with what is wrong and what is allowed
 * @example
 * const api = defineApi({ title: 'Books', version: '1' })
 */
// biome-ignore lint/complexity/noBannedTypes: an API without questions has no values.
export function defineApi<const Q extends Questions = {}>(options: ApiOptions<Q>): Api<Q> {
  checkPart('api', 'the API', options)
  const { basePath = '', bodies = 'json', credentials, idempotencyKey } = options
  const { faker = english, pages = USUAL_PAGES, questions = {} } = options
  checkConventions(pages, questions)
  const resources: DeclaredResource[] = []
  const subjects = new Map<EngineOperation, DeclaredResource | undefined>()
  const defaults = buildDefaults(options, { bodies, pages, idempotencyKey, resources })
  const api = {
    resource(name: string, more: AnyResourceOptions) {
      checkPart('resourceName', 'a resource', name)
      checkPart('resource', name, more)
      checkResource(name, more)
      resources.push(buildResource(name, more, faker))
      return resources.at(-1)
    },
    list(name: string, path: string, of: DeclaredResource, more: AnyListOptions = {}) {
      checkPlace(name, path)
      checkPart('of', name, of)
      checkPart('list', name, more)
      checkList(name, path, of, more, pages)
      const list = buildList({ name, path, of, options: more }, defaults)
      subjects.set(list, of)
      return list
    },
    operation(name: string, method: Method, path: string, more: AnyOperationOptions) {
      checkPlace(name, path)
      checkPart('method', name, method)
      checkPart('operation', name, more)
      checkOperation(name, path, more)
      const operation = buildOperation({ name, method, path, options: more }, defaults)
      subjects.set(operation, more.responds as DeclaredResource | undefined)
      return operation
    },
    crud(path: string, of: DeclaredResource, more: AnyListOptions & CrudOptions<string, Verb> = {}) {
      checkPart('of', 'the usual operations', of)
      checkPart('path', `the usual operations of ${of.name}`, path)
      checkPart('crud', `the usual operations of ${of.name}`, more)
      checkCrud(path, of, more, pages)
      const operations = buildCrud(path, of, more, defaults)
      for (const each of operations) subjects.set(each, of)
      return operations
    },
    service(parts: ApiParts) {
      checkPart('service', 'the service', parts)
      checkService(parts.resources, parts.operations, (operation) => subjects.get(operation))
      const declared = defineService({
        title: options.title,
        version: options.version,
        framework: createFramework({ error: options.error, invalidStatusOf: defaults.invalidStatusOf }),
        access: buildAccess(credentials),
        basePathsOf: () => [basePath],
        schemaOfWritten: (of, { assumptions, world }) => writtenSchemaOf(of as DeclaredResource, assumptions, world),
        world: NO_SETTINGS,
        limitRate: ({ rateLimit }: CommonAnswers) => (rateLimit === 'limited' ? RATE_LIMIT : undefined),
        operations: parts.operations,
        resources: idempotencyKey === undefined ? parts.resources : [...parts.resources, idempotencyKeys],
        questions: buildRegister(questions),
        effects: [],
        mainResource: parts.resources[0]?.name ?? '',
        scenarios: [],
      })
      return defineService({ ...declared, scenarios: defineScenarios(declared, parts.scenarios ?? {}) })
    },
  }
  // What is declared has the types that its declaration says.
  return api as unknown as Api<Q>
}

function buildDefaults(
  { invalidStatus, credentials, questions = {}, envelope, pageHeaders }: ApiOptions<Questions>,
  usual: Pick<ListDefaults, 'bodies' | 'pages' | 'idempotencyKey' | 'resources'>,
): ListDefaults {
  return {
    ...usual,
    invalidStatusOf: createInvalidStatus(invalidStatus),
    asks: (question) => question in questions,
    isOpen: (method) => isOpenTo(credentials, method),
    ...(envelope && { envelope }),
    ...(pageHeaders && { pageHeaders }),
  }
}

function checkPlace(name: string, path: string): void {
  checkPart('name', 'an operation', name)
  checkPart('path', name, path)
}

/** Defines the scenarios of a service, the default one first. @throws OptionError with what is wrong */
function defineScenarios(
  declared: ServiceDeclarations,
  given: NonNullable<ApiParts['scenarios']>,
): readonly Scenario[] {
  const { default: usual = {}, ...others } = given
  const scenarios = Object.entries({ default: usual, ...others }).map(([name, scenario]) => {
    const own: unknown = Reflect.get(scenario, 'name') ?? name
    if (own !== name) refuseDeclaration(`scenario ${name}`, `"name" is "${own}"`, 'Leave it out: its key is its name.')
    return defineScenario(declared, { ...DEFAULT_SCENARIO, ...scenario, name })
  })
  tryScenarios(declared, scenarios)
  return scenarios
}
