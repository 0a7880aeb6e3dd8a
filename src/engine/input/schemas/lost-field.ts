import type { Path } from './schema-walk.ts'

/** What is said about a field that no schema keeps. */
export const NO_FIELD = 'No field can have this name'

/** Finds a field `__proto__` that a schema has dropped without an issue, as Zod's records and loose objects do. */
export function findLostField(given: unknown, kept: unknown, path: Path = []): Path | undefined {
  if (given === kept || !isObject(given) || !isObject(kept)) return undefined
  if (Object.hasOwn(given, '__proto__') && !Object.hasOwn(kept, '__proto__')) return [...path, '__proto__']
  for (const [name, value] of Object.entries(given)) {
    if (!isObject(value)) continue
    const lost = findLostField(value, Reflect.get(kept, name), [...path, name])
    if (lost !== undefined) return lost
  }
  return undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
