import { deepFreeze } from './freeze.ts'

/** Marks values as valid, so that they are not validated again. */
export interface Seal<Value extends object> {
  /** Freezes a value deeply and marks it. A copy of it is not marked. */
  set(value: object): Value
  has(value: unknown): value is Value
}

export function createSeal<Value extends object>(name: string): Seal<Value> {
  const key = Symbol(name)
  return {
    // Only this seal has the key, and a frozen value stays valid.
    set: (value) => deepFreeze(Object.defineProperty(value, key, { value: true })) as Value,
    has: (value): value is Value => typeof value === 'object' && value !== null && Object.hasOwn(value, key),
  }
}
