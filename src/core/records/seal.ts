import { deepFreeze } from './freeze.ts'

/** Remembers which values are known to be right, so that nobody checks them again. */
export interface Seal<Value extends object> {
  /** Freezes a value, however deep, and seals it. A copy of it is not sealed. */
  set(value: object): Value
  has(value: unknown): value is Value
}

/** Creates a seal. */
export function createSeal<Value extends object>(name: string): Seal<Value> {
  const key = Symbol(name)
  return {
    // Nobody else has the key, and what is frozen stays right.
    set: (value) => deepFreeze(Object.defineProperty(value, key, { value: true })) as Value,
    has: (value): value is Value => typeof value === 'object' && value !== null && Object.hasOwn(value, key),
  }
}
