// What the options of a declaration may be. Each is checked where it is declared, so that the error leads there.

import * as z from 'zod'
import { OPERATION_METHODS } from '../engine/http/operation-declaration.ts'
import { OptionError } from '../engine/input/options/option-error.ts'
import { readValue } from '../engine/input/schemas/describe-issues.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import { matchRules } from './filters.ts'
import { HEADER_NAME } from './reply.ts'

const AsyncFunction = (async () => undefined).constructor
const aFunction = z
  .custom((value) => typeof value === 'function', 'It must be a function')
  .refine((value) => !(value instanceof AsyncFunction), 'It must return its result at once, so it cannot be async')
const aSchema = z.custom(
  (value) => isRecord(value) && typeof value.safeParse === 'function',
  'It must be a schema of zod',
)
const anObjectSchema = z.custom(
  (value) => isRecord(value) && typeof value.safeParse === 'function' && isRecord(value.shape),
  'It must be an object schema of zod, such as z.strictObject({ id: z.int() })',
)
const aResource = z.custom((value) => isRecord(value) && isRecord(value.options), 'It must be a resource of this API')
const aText = z.string().min(1)
const aHeader = z.string().regex(HEADER_NAME, 'It must be the name of a header')
const aStatus = z
  .int()
  .min(200)
  .max(399, 'It must be that of a result. Errors come from refuse')
  .refine((status) => status !== 304, 'It must be that of a result. 304 comes from etag')
const aName = z.string().regex(/^[A-Za-z_]\w*$/, 'It must be a name: letters, digits and underscores')
// What scenarios, their changes and the options of simulators call something else.
export const RESERVED_NAMES: readonly string[] =
  'assumptions baseUrl changes chaos clock controlApi created description elapsed explain faults idempotencyKeys journalSize latency memory name now preset scenario scenarios seed service sessionMinutes speed strict timeline vary'.split(
    ' ',
  )
// Below these, a client reaches the simulator or a session; URLs are written without the others.
const isReachable = (path: string): boolean => !/^\/_s(?:imulator)?(?:\/|$)|\/\.\.?(?:\/|$)|%/.test(path)
const UNREACHABLE = 'It must be none below /_simulator and /_s, and without percent signs and segments of dots'
/** Whether no object of JavaScript has a name for something else. */
export const isFree = (name: string): boolean => !(name in {}) && name !== 'then'
const aCount = z.int().min(0).max(1_000_000)

const size = { size: aText, usual: z.int().min(1), most: z.int().min(1), above: z.enum(['cut', 'refuse']).optional() }
const pages = z.union([
  z.strictObject({ ...size, page: aText }),
  z.strictObject({ ...size, offset: aText }),
  z.strictObject({ ...size, after: aText, before: aText.optional() }),
])

const question = z.strictObject({
  question: aText,
  values: z.record(aText, z.string()).refine((values) => Object.keys(values).length > 0, 'It must have a value'),
  usual: z.string().optional(),
  advice: z.string().optional(),
})

const apiOptions = z.strictObject({
  title: aText,
  version: aText,
  basePath: z
    .string()
    .regex(/^(?:\/[^/?#{}\s]+)*$/, 'It must be a path such as /v1, without a slash at its end')
    .refine(isReachable, UNREACHABLE)
    .optional(),
  credentials: z
    .strictObject({ header: aHeader, scheme: aHeader.optional(), for: z.enum(['all', 'writes']).optional() })
    .optional(),
  bodies: z.enum(['json', 'form']).optional(),
  pages: pages.optional(),
  envelope: aFunction.optional(),
  pageHeaders: aFunction.optional(),
  error: aFunction.optional(),
  invalidStatus: z.int().min(400).max(499).optional(),
  idempotencyKey: aHeader.optional(),
  questions: z.record(aName, question).optional(),
  faker: z.custom((value) => isRecord(value) && isRecord(value.rawDefinitions), 'It must be a Faker').optional(),
})

const resourceOptions = z.strictObject({
  schema: anObjectSchema,
  id: aFunction.optional(),
  singular: aName.optional(),
  description: aText.optional(),
  count: aCount.optional(),
  belongsTo: z.record(z.string(), aResource).optional(),
  orders: z.record(aText, z.union([aText, z.array(aText).min(1)])).optional(),
  build: aFunction,
  view: aFunction.optional(),
  next: aFunction.optional(),
})

const match = z.enum(Object.keys(matchRules))
const filter = z.union([
  match,
  z.strictObject({
    field: aText,
    match: z.union([match, aFunction]),
    choices: z.array(z.string()).min(1).optional(),
    usual: z.string().optional(),
    every: z.string().optional(),
    applies: aFunction.optional(),
  }),
])

const listOptions = z.strictObject({
  summary: aText.optional(),
  filters: z.record(aText, filter).optional(),
  order: z.union([aText, aFunction, z.strictObject({ parameter: aText, usual: aText })]).optional(),
  query: anObjectSchema.optional(),
  pages: pages.optional(),
  envelope: aFunction.optional(),
  within: aFunction.optional(),
})

const operationOptions = z.strictObject({
  summary: aText.optional(),
  body: aSchema.optional(),
  query: anObjectSchema.optional(),
  responds: aResource.optional(),
  status: aStatus.optional(),
  refuses: z.array(z.int().min(400).max(599)).optional(),
  etag: z.boolean().optional(),
  run: aFunction,
})

const verb = z.enum(['list', 'get', 'create', 'update', 'delete'])
const method = z.enum(OPERATION_METHODS)
const path = z
  .string()
  .refine(isReachable, UNREACHABLE)
  .regex(/^(?:\/(?!:)(?:[^/?#{}\s]|\{[A-Za-z_]\w*\})+)+$|^\/$/, 'It must be a path such as /repos/{owner}/issues')
  .refine(
    (text) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).every(isFree),
    'Objects have the name of a placeholder for something else. It must be another one',
  )
  .refine(
    (text) => findRepeated(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name)) === undefined,
    'A placeholder must have a name of its own',
  )

const schemas = {
  api: apiOptions,
  resource: resourceOptions,
  list: listOptions,
  crud: listOptions.extend({ only: z.array(verb).min(1).optional(), requires: z.array(aText).optional() }),
  operation: operationOptions,
  service: z.strictObject({
    resources: z.array(aResource),
    operations: z.array(
      z.custom((value) => isRecord(value) && 'template' in value, 'It must be an operation of this API'),
    ),
    scenarios: z.record(aText, z.custom(isRecord, 'It must be an object with fields')).optional(),
  }),
  name: aName.refine(isFree, 'Objects have this name for something else. It must be another one'),
  resourceName: aName.refine(
    (name) => !RESERVED_NAMES.includes(name) && isFree(name) && !name.startsWith('_'),
    'Scenarios or options have this name for something else. It must be another one',
  ),
  path,
  method,
  of: aResource,
} as const

/** What an operation or a resource has of these kinds. Every other one is its declaration. */
const nouns: Readonly<Partial<Record<keyof typeof schemas, string>>> = {
  name: 'name',
  resourceName: 'name',
  path: 'path',
  method: 'method',
  of: 'resource',
}

/** Checks a part of a declaration. @param what it is, such as `listIssues` @throws OptionError with what is allowed */
export function checkPart(kind: keyof typeof schemas, what: string, value: unknown): void {
  const read = readValue(schemas[kind], value)
  if ('text' in read) refuseDeclaration(what, read.text.replace(/^It is /, `its ${nouns[kind] ?? 'declaration'} is `))
}

/** @throws OptionError: Failed to declare what: what is wrong. What is allowed */
export function refuseDeclaration(what: string, received: string, advice?: string): never {
  throw new OptionError({ attempt: `declare ${what}`, received, ...(advice !== undefined && { advice }) })
}

/** @throws OptionError if a name is there twice */
export function refuseRepeated(
  what: string,
  kind: 'parameters' | 'parts' | 'schemas',
  names: readonly string[],
  by = 'name',
): void {
  const repeated = findRepeated(names)
  if (repeated !== undefined)
    refuseDeclaration(what, `two ${kind} are named "${repeated}"`, `Give one of them another ${by}.`)
}

function findRepeated<Name>(names: readonly Name[]): Name | undefined {
  return names.find((each, index) => names.indexOf(each) !== index)
}
