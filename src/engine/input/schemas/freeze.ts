// Values that are frozen deeply.

/** A deeply readonly value. A text may be `string & {}`, which would count as an object. */
export type Frozen<Value> = Value extends string
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value

export function deepFreeze<Value>(value: Value): Frozen<Value> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) deepFreeze(child)
  }
  return value as Frozen<Value>
}

export function createSeal<Value extends object>(name: string) {
  const key = Symbol(name)
  return {
    // Only this seal has the key, and a frozen value stays valid.
    /** Freezes a value deeply and marks it. A copy of it is not marked. */
    set: (value: object) => deepFreeze(Object.defineProperty(value, key, { value: true })) as Value,
    has: (value: unknown): value is Value => typeof value === 'object' && value !== null && Object.hasOwn(value, key),
  }
}
