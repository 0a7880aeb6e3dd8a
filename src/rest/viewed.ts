// What responses contain of a record, for documents: as its schema says, or as a view writes the records of a world.

import * as z from 'zod'
import type { OperationContext } from '../engine/contract/operation/operation.ts'
import { createViews } from '../engine/contract/views.ts'
import { trackAssumptions } from '../engine/define/assumptions/assumptions.ts'
import { type Fields, isRecord } from '../engine/input/schemas/schema-walk.ts'
import type { CommonAnswers } from './common-questions.ts'
import type { DeclaredResource } from './resource.ts'
import { viewOf } from './view.ts'

// Others may be written differently, so nothing that a view adds is required.
const MOST_RECORDS = 20

type Shown = { readonly record: Fields; readonly value: unknown }

/** Builds the schema of what responses contain of a record. Without a world, that of a view has no fields. */
export function writtenSchemaOf(
  resource: DeclaredResource,
  answers: CommonAnswers,
  world?: OperationContext['world'],
): z.ZodType {
  const { schema, options } = resource
  if (options.view === undefined) return answerFields(schema, answers)
  const shown = world === undefined ? [] : showRecords(resource, answers, world)
  if (!shown.every(({ value }) => isRecord(value))) return z.unknown()
  const isKept = (name: string) =>
    Object.hasOwn(schema.shape, name) &&
    shown.every(({ record, value }) => Reflect.get(value as Fields, name) === record[name])
  const fields = listFields(shown.map(({ value }) => value as Fields)).map(([name, values]) => [
    name,
    isKept(name) ? schema.shape[name] : describeValues(values).optional(),
  ])
  return answerFields(z.looseObject(Object.fromEntries(fields)), answers)
}

function answerFields(schema: z.ZodObject, { optionalFields, unknownFields }: CommonAnswers): z.ZodObject {
  const open = unknownFields === 'extra' ? z.looseObject(schema.shape) : schema
  return optionalFields === 'absent' ? (withAbsent(open) as z.ZodObject) : open
}

/** Makes fields optional that can be null, at any depth. */
function withAbsent(schema: z.ZodType, outer: readonly z.ZodType[] = []): z.ZodType {
  // One that contains itself never ends.
  if (outer.includes(schema)) return schema
  const inner = (of: unknown): z.ZodType => withAbsent(of as z.ZodType, [...outer, schema])
  if (schema instanceof z.ZodArray) return z.array(inner(schema.element))
  if (schema instanceof z.ZodNullable) return inner(schema.unwrap()).nullable()
  if (schema instanceof z.ZodOptional) return inner(schema.unwrap()).optional()
  if (schema instanceof z.ZodDefault) return inner(schema.unwrap())
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(inner))
  if (!(schema instanceof z.ZodObject)) return schema
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const written = inner(field)
    return [name, field.safeParse(null).success ? written.optional() : written]
  })
  return schema.clone({ ...schema.def, checks: [], shape: Object.fromEntries(fields) })
}

function showRecords(resource: DeclaredResource, answers: CommonAnswers, world: OperationContext['world']): Shown[] {
  const show = createViews(trackAssumptions(answers), () => new WeakMap())
  const by = { world, query: '', findOrigin: () => '', dependOnTime: () => undefined }
  const records = world.database.of(resource).all({ offset: 0, limit: MOST_RECORDS }) as readonly Fields[]
  return records.flatMap((record) => {
    try {
      return { record, value: show(record, viewOf(resource), by).value }
    } catch {
      // Whoever asks for it is told.
      return []
    }
  })
}

function listFields(records: readonly Fields[]): [name: string, values: unknown[]][] {
  const names = new Set(records.flatMap((record) => Object.keys(record)))
  return Array.from(names, (name) => [
    name,
    records.flatMap((record) => (record[name] === undefined ? [] : [record[name]])),
  ])
}

const SCALARS = [z.string(), z.number(), z.boolean()]

/** Describes values by their kinds. What is null in all of them may be anything. */
export function describeValues(values: readonly unknown[]): z.ZodType {
  const [objects, lists] = [values.filter(isRecord), values.filter(Array.isArray)]
  const fields = listFields(objects).map(([name, each]) => [name, describeValues(each).optional()])
  const [first = z.unknown(), ...more]: z.ZodType[] = [
    ...SCALARS.filter((kind) => values.some((each) => kind.safeParse(each).success)),
    ...(lists.length > 0 ? [z.array(describeValues(lists.flat()))] : []),
    ...(objects.length > 0 ? [z.looseObject(Object.fromEntries(fields))] : []),
  ]
  const all = more.length === 0 ? first : z.union([first, ...more])
  return values.includes(null) ? all.nullable() : all
}
