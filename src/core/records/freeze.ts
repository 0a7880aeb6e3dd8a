/** A value that nobody can change, however deep. */
export type Frozen<Value> = Value extends (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value

/** Freezes a JSON value and all that it holds, and returns it. */
export function deepFreeze<Value>(value: Value): Frozen<Value> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) deepFreeze(child)
  }
  return value as Frozen<Value>
}
