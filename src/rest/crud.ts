// The usual operations of a resource: list, get, create, update, delete.

import * as z from 'zod'
import type { Operation as EngineOperation } from '../engine/contract/operation/operation.ts'
import { listPlaceholders } from '../engine/http/route-table.ts'
import { partOf } from '../engine/input/schemas/optional.ts'
import { capitalize } from '../engine/input/text/words.ts'
import { type AnyContext, assertParents, readSelected } from './context.ts'
import { refuseNoChange } from './failure.ts'
import { type AnyListOptions, buildList, type ListDefaults } from './list.ts'
import { type AnyOperationOptions, buildOperation, type OperationDefaults } from './operation.ts'
import type { RecordOf, Resource } from './records.ts'
import type { DeclaredResource } from './resource.ts'

/** One of the usual operations. */
export type Verb = 'list' | 'get' | 'create' | 'update' | 'delete'
/** The last `s` goes; a resource with another plural says its `singular`. */
type Singular<Name extends string> = Name extends `${infer One}s` ? One : Name
export type CrudName<Name extends string, Only extends Verb> = Only extends 'list'
  ? `list${Capitalize<Name>}`
  : `${Only}${Capitalize<Singular<Name>>}`

/** What the usual operations of a resource have beside the options of its list. */
export interface CrudOptions<Field extends string, Only extends Verb> {
  /** Which of them there are. Default: all. */
  readonly only?: readonly Only[]
  /** The fields that a creation must give. Default: none, and `build` makes what lacks. */
  readonly requires?: readonly Field[]
}

type Request = AnyContext & { readonly path: Readonly<Record<string, string>>; readonly body: unknown }
type Build = () => EngineOperation

/** Returns the name of one of the usual operations of a resource. */
export const crudNameOf = (resource: string, verb: Verb): string =>
  `${verb}${capitalize(verb === 'list' ? resource : resource.replace(/(.)s$/, '$1'))}`

/** Builds the usual operations of a resource below a path. */
export function buildCrud(
  path: string,
  of: DeclaredResource,
  {
    only = ['list', 'get', 'create', 'update', 'delete'],
    requires = [],
    ...options
  }: AnyListOptions & CrudOptions<string, Verb>,
  defaults: ListDefaults,
): readonly EngineOperation[] {
  const single = `${path}/{id}`
  const resource = of as unknown as Resource
  const named = { responds: resource, refuses: [404] }
  const within = (request: Request): Readonly<Record<string, unknown>> => {
    const texts = Object.fromEntries(listPlaceholders(path).map((name) => [name, request.path[name]]))
    return readSelected(of, options.within, texts, request)
  }
  const locate = (request: Request): RecordOf<Resource> =>
    request.find(resource, { ...within(request), id: readId(of, request.path.id) } as never) ??
    request.refuse(404, `No ${of.singular} has the id ${request.path.id}`)
  const operation = (
    verb: Verb,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    at: string,
    more: object,
  ): EngineOperation =>
    buildOperation(
      { name: crudNameOf(of.name, verb), method, path: at, options: more as AnyOperationOptions, of },
      defaults as OperationDefaults,
    )
  const verbs: Readonly<Record<Verb, Build>> = {
    list: () => buildList({ name: crudNameOf(of.name, 'list'), path, of, options }, defaults),
    get: () =>
      operation('get', 'GET', single, {
        ...named,
        query: options.query,
        summary: `Returns one of the ${of.name}.`,
        run: locate,
      }),
    create: () =>
      operation('create', 'POST', path, {
        body: bodyOf(of, requires),
        responds: resource,
        ...(path.includes('{') && { refuses: [404] }),
        summary: `Adds one to the ${of.name}.`,
        run: (request: Request) =>
          request.create(resource, {
            ...(request.body as object),
            ...assertParents(of, within(request), request),
          } as never),
      }),
    update: () =>
      operation('update', 'PATCH', single, {
        ...named,
        body: bodyOf(of),
        summary: `Changes one of the ${of.name}.`,
        run(request: Request) {
          const record = locate(request)
          const isSame = (name: string, value: unknown) =>
            JSON.stringify(value) === JSON.stringify(Reflect.get(record, name))
          if (Object.entries(request.body as object).every(([name, value]) => isSame(name, value)))
            refuseNoChange(request.assumptions, defaults.invalidStatusOf)
          return request.update(resource, record, request.body as never)
        },
      }),
    delete: () =>
      operation('delete', 'DELETE', single, {
        refuses: [404],
        summary: `Deletes one of the ${of.name}.`,
        run: (request: Request) => request.delete(resource, locate(request)),
      }),
  }
  return only.map((verb) => verbs[verb]())
}

/** What a client can give of a record: everything but its id. */
function bodyOf({ schema }: DeclaredResource, required: readonly string[] = []): z.ZodObject {
  const { id: _id, ...optional } = partOf(schema, [], z.object as typeof z.strictObject).shape
  const given = required.map((field) => [field, z.nonoptional(optional[field] as z.ZodType)])
  const fields = { ...optional, ...Object.fromEntries(given) }
  const isStrict = (schema.def.catchall as z.ZodType | undefined)?.def.type === 'never'
  return isStrict ? z.strictObject(fields) : z.object(fields)
}

/** Reads an id in a path. A text that is no id stays one, which no record has. */
function readId({ schema }: DeclaredResource, text = ''): unknown {
  const number = Number(text)
  return String(number) === text && (schema.shape.id as z.ZodType).safeParse(number).success ? number : text
}
