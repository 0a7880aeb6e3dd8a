/** Writes an object like a schema says, with the values that the names of its fields tell. */

import { type Code, literal, object, property } from './code.ts'
import { toSnake } from './names.ts'
import type { Shape } from './shape.ts'

export interface Leaf {
  /** Its name in snake case. */
  readonly name: string
  readonly shape: Shape
  /** What it has if there is no value. */
  readonly nothing: string
}

/** Returns the code of a value that is known; undefined if it is not. */
export type Known = (leaf: Leaf, path: readonly string[]) => Code | undefined

const MOST_DEPTH = 4
const NOTHING: Readonly<Record<Shape['type'], string>> = {
  string: "''",
  integer: '0',
  number: '0',
  boolean: 'false',
  array: '[]',
  object: '{}',
  unknown: 'null',
}

/** Writes the fields that are known, and what a schema requires. @returns undefined if nothing is known */
export function writeLike(
  schema: unknown,
  shapeOf: (schema: unknown) => Shape,
  known: Known,
  path: readonly string[] = [],
): Code | undefined {
  const { fields, required } = shapeOf(schema)
  if (path.length > MOST_DEPTH) return undefined
  let isKnown = false
  const items = [...fields].flatMap(([name, inner]): Code[] => {
    const shape = shapeOf(inner)
    const isRequired = required.has(name)
    const nothing = shape.isNullable ? 'null' : isRequired ? NOTHING[shape.type] : 'undefined'
    const inside = [...path, name]
    const found = known({ name: toSnake(name), shape, nothing }, inside) ?? writeLike(inner, shapeOf, known, inside)
    isKnown ||= found !== undefined
    const constant = shape.choices === undefined ? undefined : literal(shape.choices[0])
    const code = found ?? (isRequired ? (constant ?? nothing) : undefined)
    return code === undefined ? [] : [property(name, code)]
  })
  return isKnown ? object(items) : undefined
}
