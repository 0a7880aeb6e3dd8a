import { expect, test } from 'vitest'
import * as z from 'zod'
import { isNumeric } from '../../src/engine/store/rows/keys.ts'

const numbers = {
  int: z.int(),
  'int with a minimum': z.int().min(1000),
  number: z.number(),
  'number from text': z.coerce.number(),
  positive: z.number().positive(),
  branded: z.int().brand<'Id'>(),
  literal: z.literal([1, 2]),
  'null or int': z.union([z.int(), z.null()]),
  nullable: z.int().nullable(),
  optional: z.int().optional(),
  'with a default': z.int().default(1),
  refined: z.int().refine((value) => value % 2 === 0),
  preprocessed: z.preprocess((value) => Number(value), z.int()),
  int32: z.int32(),
}
const others = {
  text: z.string(),
  uuid: z.uuid(),
  prefix: z.templateLiteral(['cus_', z.string()]),
  'nullable text': z.string().nullable(),
  'text or number': z.union([z.string(), z.number()]),
  'uuid or number': z.union([z.uuid(), z.number()]),
  enum: z.enum(['a', 'b']),
  boolean: z.boolean(),
  list: z.array(z.int()),
  any: z.unknown(),
}

test.each(Object.entries(numbers))('a field of the kind "%s" contains numbers', (_, schema) => {
  expect(isNumeric(schema)).toBe(true)
})

test.each(Object.entries(others))('a field of the kind "%s" does not contain numbers', (_, schema) => {
  expect(isNumeric(schema)).toBe(false)
})
