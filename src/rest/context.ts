// What the functions of a declaration can do.

import type { OperationContext, OperationRequest } from '../engine/contract/operation/operation.ts'
import type { Sight, ViewedBy } from '../engine/contract/views.ts'
import type { Assumptions } from '../engine/define/assumptions/assumptions.ts'
import type { AnyResource } from '../engine/define/resource/resource.ts'
import { OptionError, ProblemError } from '../engine/input/options/option-error.ts'
import { type Fields, isRecord } from '../engine/input/schemas/schema-walk.ts'
import { describeValue, isPromise } from '../engine/input/text/describe-value.ts'
import { showValue } from '../engine/input/text/show-value.ts'
import type { World } from '../engine/world/world.ts'
import { type Issue, refuseWith } from './failure.ts'
import type { Values } from './questions.ts'
import type { Given, RecordOf, Resource } from './records.ts'
import { createReply, type Headers } from './reply.ts'

/** What the functions of a declaration can do. */
export interface Context<Q> {
  /** The value of each question. */
  readonly assumptions: Values<Q>
  /** The time on the world's clock, an ISO 8601 text. A response that reads it is not kept. */
  readonly now: string
  /** The query of the request. */
  readonly query: URLSearchParams
  /** A URL of this API as the client of this request reaches it. */
  url(path: string): string
  /** The first record with some values; undefined if there is none. */
  find<R extends Resource>(of: R, where: Partial<RecordOf<R>>): RecordOf<R> | undefined
  /** All records, or those with some values, in the order in which they were added. */
  all<R extends Resource>(of: R, where?: Partial<RecordOf<R>>): readonly RecordOf<R>[]
  /** Creates a record. What is not given is built. */
  create<R extends Resource>(of: R, given: Given<R>): RecordOf<R>
  /** Changes fields of a record, and returns it as it is then. */
  update<R extends Resource>(of: R, record: RecordOf<R>, given: Given<R>): RecordOf<R>
  /** Deletes a record, and those that belong to it. */
  delete<R extends Resource>(of: R, record: RecordOf<R>): void
  /** A record as responses contain it. */
  view<R extends Resource>(of: R, record: RecordOf<R>): unknown
  /** Ends the request with an error. What it has changed before is undone. */
  refuse(status: number, message: string, issues?: readonly Partial<Issue>[]): never
  /** A result with a status and headers of its own. */
  reply(status: number, value: unknown, headers?: Headers): unknown
}

/** A context, whatever the questions are. */
export type AnyContext = Context<never>

/** What a context reads. Views note all of it. */
interface ContextSource {
  readonly assumptions: Assumptions
  readonly world: World
  readQuery(): string
  readNow(): string
  findOrigin(): string
  noteRecords(resource: AnyResource): void
  /** Returns a record as responses contain it. */
  view(of: Resource, record: object): unknown
}

/** Returns what a request shows its records to. */
export function viewedBy(
  { world }: Pick<OperationContext, 'world'>,
  { sent, findOrigin, dependOnTime }: Pick<OperationRequest<unknown>, 'sent' | 'findOrigin' | 'dependOnTime'>,
): ViewedBy {
  return { world, query: sent.query, findOrigin, dependOnTime }
}

interface RequestParts {
  readonly view: ContextSource['view']
  /** @throws Error if the request is over, because a function has kept what it was given */
  assertOpen(): void
}

/** Creates the context of a request, which reads and writes. */
export function createContext(
  { assumptions, world }: Pick<OperationContext, 'assumptions' | 'world'>,
  by: ViewedBy,
  { view, assertOpen }: RequestParts,
): AnyContext {
  const reading = createReading({
    assumptions,
    world,
    readQuery: () => by.query,
    readNow() {
      by.dependOnTime()
      return world.clock.now()
    },
    findOrigin: by.findOrigin,
    noteRecords: () => undefined,
    view,
  })
  const collectionOf = (of: Resource) => {
    assertOpen()
    return world.collections[resourceIn(world, of).name] as NonNullable<World['collections'][string]>
  }
  const writing: Writing = {
    create: (of, given) => tellGiven(given, () => collectionOf(of).create(given)) as never,
    update(of, record, given) {
      const resource = resourceIn(world, of)
      const id = idOf(resource, record)
      const changed = tellGiven(given, () => collectionOf(of).update(id, given as Fields))
      world.begin(resource, changed)
      return world.database.of(resource).get(String(id)) as never
    },
    delete(of, record) {
      collectionOf(of).delete(idOf(resourceIn(world, of), record))
    },
  }
  return Object.assign(reading, writing)
}

/** Refuses a request as a function of the API does. @throws ServiceError, or ProblemError for what is no refusal */
function refuseAsTold(status: unknown, message: unknown, issues: unknown = []): never {
  const isError = Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599
  if (isError && typeof message === 'string' && Array.isArray(issues) && issues.every(isRecord))
    refuseWith(status as number, message, issues)
  const received = [status, message, issues].map(showValue).join(', ')
  throw new ProblemError({
    attempt: 'refuse',
    received: `it was told ${received}`,
    advice: 'Pass a status from 400 to 599, a text, and issues.',
  })
}

/** Writes a record. If that fails, the error has what was given. */
function tellGiven<Result>(given: object | undefined, write: () => Result): Result {
  try {
    return write()
  } catch (error) {
    throw error instanceof OptionError ? Object.assign(error, { given: given ?? {} }) : error
  }
}

/** Creates the context of a view, which only reads. */
export function createViewContext(name: string, sight: Sight, view: ContextSource['view']): AnyContext {
  const refuse = (what: string) => (): never => {
    throw new ProblemError({ attempt: `view ${name}`, received: what, advice: 'A view only reads.' })
  }
  return Object.assign(createReading({ ...sight, view }), {
    create: refuse('it creates a record'),
    update: refuse('it updates a record'),
    delete: refuse('it deletes a record'),
    refuse: refuse('it refuses the request'),
    reply: refuse('it replies'),
  })
}

type Writing = Pick<AnyContext, 'create' | 'update' | 'delete'>

/** Returns what a path selects. @throws Error if records do not have such fields */
export function readSelected(
  of: AnyResource,
  within: ((path: never, context: never) => unknown) | undefined,
  path: Readonly<Record<string, unknown>>,
  context: AnyContext,
): Fields {
  const fields = within === undefined ? {} : within(path as never, context as never)
  assertFields(`read the path of ${of.name}`, of, fields)
  return fields
}

/** Refuses a request below a record that does not exist, and returns the fields that its path says. */
export function assertParents(of: AnyResource, fields: Fields, { find, refuse }: AnyContext): Fields {
  for (const [field, parent] of Object.entries(of.belongsTo ?? {})) {
    const id = fields[field] ?? undefined
    if (id !== undefined && find(parent as unknown as Resource, { id } as never) === undefined)
      refuse(404, `No ${parent.singular} has the id ${id}`)
  }
  return fields
}

// A spread of it would read the time, and the response would count as depending on it.
function createReading(source: ContextSource): Omit<AnyContext, keyof Writing> {
  const { world, assumptions } = source
  const search = (of: Resource, where: object): readonly Fields[] => {
    const resource = resourceIn(world, of)
    assertFields(`find ${resource.name}`, resource, where)
    source.noteRecords(resource)
    const entries = Object.entries(where)
    // Nothing has a value that is not known.
    if (entries.some(([, value]) => value === undefined)) return []
    const table = world.database.of(resource)
    return entries.length === 0 ? table.all() : table.find(where as never)
  }
  return {
    assumptions: assumptions as never,
    get now() {
      return source.readNow()
    },
    get query() {
      return new URLSearchParams(source.readQuery())
    },
    url: (path) => source.findOrigin() + path.replace(/^(?!\/)/, '/'),
    find: (of, where) => search(of, where)[0] as never,
    all: (of, where = {}) => search(of, where) as never,
    view(of, record) {
      idOf(resourceIn(world, of), record)
      return source.view(of, record as object)
    },
    refuse: refuseAsTold,
    reply: createReply,
  }
}

function assertFields(attempt: string, { schema }: AnyResource, where: unknown): asserts where is Fields {
  const isFields = isRecord(where) && !isPromise(where)
  const unknown = isFields && Object.keys(where).find((field) => !Object.hasOwn(schema.shape, field))
  if (unknown === undefined) return
  const received = unknown === false ? `the fields are ${describeValue(where)}` : `there is no field "${unknown}"`
  throw new ProblemError({ attempt, received, advice: `Fields: ${Object.keys(schema.shape).join(', ')}.` })
}

function resourceIn({ database: { resources } }: World, of: Resource): AnyResource {
  const found = resources.find(({ name }) => name === of?.name)
  if (found !== undefined) return found
  throw new ProblemError({
    attempt: 'find a resource',
    received: `it is ${describeValue(of?.name ?? of)}`,
    advice: `Resources: ${resources.map(({ name }) => name).join(', ')}.`,
  })
}

function idOf({ singular }: AnyResource, record: unknown): string {
  if (isRecord(record) && record.id !== undefined) return record.id as string
  throw new ProblemError({
    attempt: `find the ${singular}`,
    received: `it is ${describeValue(record)}`,
    advice: 'Pass a record, as find returns it.',
  })
}
