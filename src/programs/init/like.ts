/** Writes an object like a schema says, with the values that the names of its fields tell. */

import { toSnake } from './names.ts'
import type { Shape } from './shape.ts'
import { literal, object, property } from './source.ts'

export interface Leaf {
  /** Its name in snake case. */
  readonly name: string
  readonly shape: Shape
  /** What it has if there is no value. */
  readonly nothing: string
}

/** Returns the code of a value that is known; undefined if it is not. */
export type WriteKnown = (leaf: Leaf, path: readonly string[]) => string | undefined

const MOST_DEPTH = 4
const NOTHING = {
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
  { fields, required }: Shape,
  known: WriteKnown,
  path: readonly string[] = [],
): string | undefined {
  if (path.length > MOST_DEPTH) return undefined
  let isKnown = false
  const items = [...fields].map(([name, shape]) => {
    const isRequired = required.has(name)
    const nothing = shape.isNullable ? 'null' : isRequired ? NOTHING[shape.type] : 'undefined'
    const inside = [...path, name]
    const found = known({ name: toSnake(name), shape, nothing }, inside) ?? writeLike(shape, known, inside)
    isKnown ||= found !== undefined
    const constant = shape.choices === undefined ? undefined : literal(shape.choices[0])
    const code = found ?? (isRequired ? (constant ?? nothing) : undefined)
    return code !== undefined && property(name, code)
  })
  return isKnown ? object(items) : undefined
}

/** The fields that have a meaning by their type and their name, and the code of their values. */
export type Meanings = readonly (readonly [type: 'string' | 'number' | 'boolean', name: RegExp, code: string])[]

/** Reads which value a field has by its meaning. */
export function readMeaning(meanings: Meanings, { name, shape, nothing }: Leaf): string | undefined {
  const type = shape.type === 'integer' ? 'number' : shape.type
  if (shape.choices !== undefined) return undefined
  return meanings.find((each) => each[0] === type && each[1].test(name))?.[2].replaceAll('NOTHING', nothing)
}
