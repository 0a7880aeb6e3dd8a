// Where the forms of responses differ from those of the contract.

import * as z from 'zod'
import { type Operation, templateOf } from '../../../engine/contract/operation/operation.ts'
import { listEnvelopeFields, type RecordShape } from '../../../engine/contract/operation/responses.ts'
import { unwrap } from '../../../engine/input/schemas/schema-walk.ts'
import { toCanonicalId } from '../../../engine/input/schemas/uuid.ts'
import { operations } from '../../../service/operations.ts'
import { service } from '../../../service/service.ts'
import type { Assumptions, OperationName } from '../../../service/types.ts'
import { countValues, type Form, type JsonType } from './form.ts'
import { tellName } from './told-name.ts'
import type { Forms } from './watch.ts'

/** Where a response differs from the contract. */
export interface FormDifference {
  readonly operation: OperationName
  /** The method and path of the operation, such as `GET /v2/deployments/{deployment_id}`. */
  readonly request: string
  /** Where it differs, such as `resources[].name`. */
  readonly aspect: string
  /** How it differs, such as `absent`. */
  readonly value: string
}

/**
 * Lists where the forms of responses differ from those that a service with some values has: fields that are absent or
 * new, other types, and words that nobody knows. What follows from a difference above it is not listed.
 */
export function listFormDifferences(forms: Forms, assumptions: Assumptions): readonly FormDifference[] {
  return operations.flatMap((operation: Operation<OperationName>) => {
    const form = forms.get(operation.name)
    if (form === undefined) return []
    const path = templateOf(operation, assumptions)
    const schema = schemaOfResult(operation, assumptions)
    if (schema === undefined || path === undefined) return []
    const found = compare(form, schema, '', expect(operation, assumptions))
    const all = new Map(Array.from(found, (each) => [each.join(': '), each]))
    return Array.from(all.values(), ([aspect, value]) => ({
      operation: operation.name,
      request: `${operation.method} ${path}`,
      aspect,
      value,
    }))
  })
}

/** Returns the schema of what an operation returns, if it is JSON. */
export function schemaOfResult(operation: Operation, assumptions: Assumptions): z.ZodType | undefined {
  const { 200: shape } = operation.responses
  if (shape === undefined) return undefined
  if ('resource' in shape) return schemaOfRecords(shape, assumptions)
  return 'schema' in shape ? shape.schema : undefined
}

function schemaOfRecords({ kind, resource, envelopeOf }: RecordShape, assumptions: Assumptions): z.ZodType | undefined {
  const record = resource.wire?.schemaOf(assumptions)
  if (kind === 'record' || record === undefined) return record
  const envelope = envelopeOf?.(assumptions)
  if (envelope === undefined) return z.array(record)
  const fields = listEnvelopeFields(envelope, assumptions).map(([name, { schema }]) => [name, schema])
  return z.strictObject({ [envelope.list]: z.array(record), ...Object.fromEntries(fields) })
}

/** What decides the form beside the schema. */
interface ExpectedForm {
  /** Whether objects can have fields that the schema does not have. */
  readonly hasUnknown: boolean
  /** Whether fields without a value are absent. */
  readonly leavesOut: boolean
  /** Whether fields can have no value. */
  readonly mayLackValues: boolean
}

function expect({ responses: { 200: shape } }: Operation, assumptions: Assumptions): ExpectedForm {
  const wire = shape !== undefined && 'resource' in shape ? shape.resource.wire : undefined
  return {
    hasUnknown: service.unknownFieldsOf?.(assumptions) !== undefined,
    leavesOut: assumptions.optionalFields === 'absent',
    mayLackValues: wire?.mayLackValues?.(assumptions) ?? true,
  }
}

const WHOLE = 'the body'
const WITH_CHARSET = 'with a charset'

/** Whether a difference matters only if it comes or goes. Clients of many services do not notice it. */
export const isHarmless = ({ aspect, value }: Pick<FormDifference, 'aspect' | 'value'>) =>
  (aspect === WHOLE && value === WITH_CHARSET) || aspect === UNREAD

/** The aspect of a list that is not where it should be. */
export const UNREAD = 'the records'

/** Lists the operations whose lists are not where they should be. */
export function listUnread(
  unread: ReadonlySet<OperationName> = new Set(),
  assumptions: Assumptions,
): readonly FormDifference[] {
  return operations.flatMap((operation: Operation<OperationName>): FormDifference[] => {
    const path = unread.has(operation.name) ? templateOf(operation, assumptions) : undefined
    if (path === undefined) return []
    return [{ operation: operation.name, request: `GET ${path}`, aspect: UNREAD, value: 'not there' }]
  })
}

/** Lists the filters of deployments that have no effect. */
export function listIgnored(ignored: ReadonlySet<string>): readonly FormDifference[] {
  return [...ignored].map((aspect) => ({
    operation: 'listDeployments',
    request: 'GET /v2/deployments',
    aspect,
    value: 'has no effect',
  }))
}

/** Where something differs, and how. */
type FoundDifference = readonly [aspect: string, value: string]

function* compare(form: Form, schema: z.ZodType, path: string, expected: ExpectedForm): Iterable<FoundDifference> {
  const inner = unwrap(schema)
  yield* listOther(form, schema, path || WHOLE, expected)
  if (form.hasCharset) yield [WHOLE, WITH_CHARSET]
  if (inner instanceof z.ZodArray && form.items !== undefined) {
    yield* compare(form.items, inner.element as z.ZodType, `${path}[]`, expected)
  }
  if (!(inner instanceof z.ZodObject)) return
  const prefix = path === '' ? '' : `${path}.`
  yield* listAbsent(form, inner, prefix, expected)
  if (!expected.hasUnknown) yield* listNew(form, inner, prefix)
  for (const [name, found] of form.fields) {
    const field: z.ZodType | undefined = inner.shape[name]
    if (field !== undefined) yield* compare(found, field, prefix + name, expected)
  }
}

/** Other types and words than those of the contract. */
function* listOther(
  { types, texts }: Form,
  schema: z.ZodType,
  place: string,
  expected: ExpectedForm,
): Iterable<FoundDifference> {
  const inner = unwrap(schema)
  const allowed = typesOf(inner)
  // Nothing is known about it.
  if (allowed === undefined) return
  const mayBeNull = schema.safeParse(null).success && (expected.mayLackValues || !(schema instanceof z.ZodDefault))
  for (const type of types.keys()) {
    if (type === 'null' ? !mayBeNull : !allowed.includes(type)) yield [place, NAMES[type]]
  }
  for (const word of listNewWords(texts, inner)) yield [place, `${word} is new`]
  const isOther = (text: string) => toCanonicalId(text) !== text || !schema.safeParse(text).success
  if (OF_IDS.test(place) && [...texts].some(isOther)) yield [place, 'another spelling']
}

function* listAbsent(
  { fields, types }: Form,
  { shape }: z.ZodObject,
  prefix: string,
  { leavesOut }: ExpectedForm,
): Iterable<FoundDifference> {
  for (const [name, field] of Object.entries<z.ZodType>(shape)) {
    if (leavesOut && field instanceof z.ZodDefault) continue
    const found = fields.get(name)
    const count = found === undefined ? 0 : countValues(found)
    if (count < (types.get('object') ?? 0)) yield [prefix + name, 'absent']
  }
}

function* listNew({ fields }: Form, { shape }: z.ZodObject, prefix: string): Iterable<FoundDifference> {
  const added = [...fields.keys()].filter((name) => !Object.hasOwn(shape, name))
  // The keys of a map are data.
  if (added.length > MOST_NAMED) yield [`${prefix}*`, 'many fields are new']
  else for (const name of added) yield [`${prefix}${tellName(name)}`, 'new']
}

const MOST_NAMED = 12
const OF_IDS = /(?:^|[._])id$/

const NAMES: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  array: 'an array',
  object: 'an object',
}

/** The types that a schema allows, beside null; undefined if any. */
function typesOf(schema: z.ZodType): readonly JsonType[] | undefined {
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return ['string']
  if (schema instanceof z.ZodNumber) return ['number']
  if (schema instanceof z.ZodBoolean) return ['boolean']
  if (schema instanceof z.ZodArray) return ['array']
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return ['object']
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => typeof value as JsonType)
  if (!(schema instanceof z.ZodUnion)) return undefined
  const options = schema.options.map((option) => typesOf(unwrap(option as z.ZodType)))
  return options.includes(undefined) ? undefined : options.flatMap((each) => each ?? [])
}

/** Lists the words of a field that has one of a few. A text that is hidden usually may be a secret. */
function listNewWords(texts: Form['texts'], schema: z.ZodType): readonly string[] {
  const known = schema instanceof z.ZodEnum ? schema.options : schema instanceof z.ZodLiteral ? [...schema.values] : []
  if (known.length === 0) return []
  const added = [...texts].filter((text) => !known.includes(text))
  const tell = (text: string) =>
    schema instanceof z.ZodEnum ? tellName(text).replace('*', 'another text') : 'another text'
  return [...new Set(added.map(tell))]
}
