/** Makes names for code from the texts of a document. */

import { splitName } from '../../engine/input/text/words.ts'
import { isFree } from '../../rest/check-options.ts'

const RESERVED = new Set(
  'api service z faker draw index now path query record records body request context index default class new delete function return import export in of do if else for while with this null true false void var let const switch case try catch finally throw typeof instanceof extends super enum yield await static public private protected interface package implements arguments eval undefined async'.split(
    ' ',
  ),
)
const LONGEST = 40

/** Splits a name into words of the letters that names in code have. */
export function splitWords(name: string): string[] {
  return splitName(name).flatMap((word) => word.match(/[a-z0-9]+/g) ?? [])
}

export const toSnake = (name: string): string => splitWords(name).join('_')

/** Makes an identifier in camel case, which is none of the language's words. */
export function toIdentifier(name: string, otherwise: string): string {
  const [first = otherwise, ...others] = splitWords(name)
  const joined = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
  const short = joined.slice(0, LONGEST)
  // Objects have some names, such as constructor, for something else.
  return /^\d/.test(short) || RESERVED.has(short) || !isFree(short)
    ? `${otherwise}${short.charAt(0).toUpperCase()}${short.slice(1)}`
    : short
}

/** Creates a function that returns one of several names that it has not returned, or the last one with a number. */
export function createUnique(): (...names: readonly string[]) => string {
  const taken = new Set<string>()
  return (...names) => {
    const last = names.at(-1) ?? 'name'
    let unique = names.find((name) => !taken.has(name))
    for (let count = 2; unique === undefined; count += 1)
      unique = taken.has(`${last}${count}`) ? undefined : `${last}${count}`
    taken.add(unique)
    return unique
  }
}

/** Returns the singular of an English noun, as far as its ending tells. */
export function toSingular(name: string): string {
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y')
  if (/(ss|sh|ch|x|z)es$/.test(name)) return name.slice(0, -2)
  return /[^su]s$/.test(name) ? name.slice(0, -1) : name
}
