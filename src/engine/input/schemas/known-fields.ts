// Which fields a schema has at a path.

import * as z from 'zod'
import { isRecord } from './schema-walk.ts'

type Path = readonly PropertyKey[]

export function readAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  )
}

/** Lists the fields that an object at a path may have. The whole value decides between the forms of a schema. */
export function listKnownFields(schema: z.ZodType, path: Path, root: unknown): string[] {
  return [...new Set(listFormsAt(schema, path, root).flatMap((form) => Object.keys(readShape(form))))]
}

/** Lists the words that a text at a path may be; empty if it may be any text, or none. */
export function listKnownWords(schema: z.ZodType, path: Path, root: unknown): string[] {
  return listFormsAt(schema, path, root).flatMap((form) => (form instanceof z.ZodEnum ? form.options.map(String) : []))
}

function listFormsAt(schema: z.ZodType, path: Path, root: unknown): z.ZodType[] {
  let [forms, value] = [listForms(schema), root]
  for (const step of path) {
    forms = forms.filter((form) => mayBe(form, value)).flatMap((form) => stepInto(form, step))
    value = readAt(value, [step])
  }
  return forms.filter((form) => mayBe(form, value))
}

function stepInto(form: z.ZodType, step: PropertyKey): z.ZodType[] {
  if (form instanceof z.ZodArray) return listForms(form.element as z.ZodType)
  const shape = readShape(form)
  const field = Object.hasOwn(shape, step) ? shape[String(step)] : undefined
  return field === undefined ? [] : listForms(field)
}

function listForms(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodPipe) return listForms(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listForms(option as z.ZodType))
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return listForms(schema.unwrap() as z.ZodType)
  }
  return [schema]
}

// Forms with a discriminator, such as the kind of an effect, apply only if its value matches.
function mayBe(form: z.ZodType, value: unknown): boolean {
  if (!isRecord(value)) return true
  return Object.entries(readShape(form)).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.safeParse(value[name]).success,
  )
}

function readShape(form: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return form instanceof z.ZodObject ? (form.shape as Readonly<Record<string, z.ZodType>>) : {}
}
