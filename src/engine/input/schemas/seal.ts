import { deepFreeze } from './freeze.ts'

export function createSeal<Value extends object>(name: string) {
  const key = Symbol(name)
  return {
    // Only this seal has the key, and a frozen value stays valid.
    /** Freezes a value deeply and marks it. A copy of it is not marked. */
    set: (value: object) => deepFreeze(Object.defineProperty(value, key, { value: true })) as Value,
    has: (value: unknown): value is Value => typeof value === 'object' && value !== null && Object.hasOwn(value, key),
  }
}
