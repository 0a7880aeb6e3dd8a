// Looks for text of the input in what is about to be written.

import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { showPath } from '../../engine/input/text/quote.ts'
import { type Format, parseSource } from '../../files/read/source.ts'
import type { Guard } from './guard.ts'
import { isKnownName } from './known-names.ts'

type Path = readonly (string | number)[]

// It is the same in every file, and the first field of JSON.
const SCHEMA = '$schema'

/**
 * Reads the text of a file, and looks for text of the input in its values, numbers included, and in the names of
 * its fields, except those that are known.
 *
 * @param allowed the words that may appear nevertheless
 * @returns the path of the first field that contains such a text; undefined if there is none
 */
export async function findLeak(
  text: string,
  format: Format,
  { guard, allowed }: { readonly guard: Guard; readonly allowed: ReadonlySet<string> },
): Promise<string | undefined> {
  const source = await parseSource(text, format)
  // What cannot be read cannot be checked.
  if (!('value' in source)) return 'the file'
  const reveals = createMemory((each) => guard.reveals(each, allowed))
  const path = search(source.value, [], reveals)
  return path === undefined ? undefined : showPath(path)
}

// Many texts are the same, such as the names of fields.
function createMemory(decide: (text: string) => boolean): (text: string) => boolean {
  const decided = new Map<string, boolean>()
  return (text) => {
    const known = decided.get(text) ?? decide(text)
    decided.set(text, known)
    return known
  }
}

function search(value: unknown, path: Path, reveals: (text: string) => boolean): Path | undefined {
  if (typeof value === 'string' || typeof value === 'number') return reveals(String(value)) ? path : undefined
  if (Array.isArray(value)) return searchEntries(value.entries(), path, reveals)
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value).filter(([name]) => path.length > 0 || name !== SCHEMA)
  // The name itself would be shown with the path of the field.
  return entries.some(([name]) => !isKnownName(name) && reveals(name)) ? path : searchEntries(entries, path, reveals)
}

function searchEntries(
  entries: Iterable<readonly [string | number, unknown]>,
  path: Path,
  reveals: (text: string) => boolean,
): Path | undefined {
  for (const [step, child] of entries) {
    const found = search(child, [...path, step], reveals)
    if (found !== undefined) return found
  }
  return undefined
}
