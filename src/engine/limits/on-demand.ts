// Creates something when it is first needed. Most sessions need only few of their parts.

import { extend } from '../input/options/extend.ts'

/** Returns a function that creates a value when it is first called, and returns the same one from then on. */
export function onDemand<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}

const FIND = Symbol('find')

/**
 * Creates a function that extends objects of one form with the properties of another object, which is created when one
 * of them is first used, or by `complete`. That of the first object is created at once, because its properties are
 * those of all.
 */
export function createLateExtension() {
  // Shared, because V8 keeps an object in a hash table if it has getters of its own.
  let getters: PropertyDescriptorMap | undefined
  return <Base extends object, More extends object>(base: Base, create: () => More): Base & More => {
    if (getters !== undefined) {
      const find = { value: onDemand(create), configurable: true }
      return Object.defineProperties(base, { [FIND]: find, ...getters }) as Base & More
    }
    const more = create()
    getters = Object.fromEntries(Object.keys(more).map((name) => [name, describeGetter(name)]))
    return extend(base, more)
  }
}

/** Replaces what would be created later, so that others can replace it, too: spies call getters without an object. */
export function complete<Extended extends object | undefined>(extended: Extended): Extended {
  const find = (extended as { readonly [FIND]?: () => object } | undefined)?.[FIND]
  if (extended === undefined || find === undefined) return extended
  Reflect.deleteProperty(extended, FIND)
  return Object.defineProperties(extended, Object.getOwnPropertyDescriptors(find()))
}

function describeGetter(name: string): PropertyDescriptor {
  function get(this: { [FIND](): object }) {
    return Reflect.get(this[FIND](), name)
  }
  return { enumerable: true, configurable: true, get }
}

/** Creates the values of keys when they are first needed. */
export function onDemandBy<Key, Value>(create: (key: Key) => Value) {
  const values = new Map<Key, Value>()
  return {
    /** Returns the value of a key if it was needed before. */
    peek: (key: Key): Value | undefined => values.get(key),
    entries: () => values.entries(),
    get(key: Key): Value {
      const known = values.get(key)
      if (known !== undefined) return known
      const created = create(key)
      values.set(key, created)
      return created
    },
  }
}

/** Returns a function that derives a value from something immutable once, and returns the same one from then on. */
export function derivedFrom<Source extends object, Value>(
  derive: (source: Source) => Value,
): (source: Source) => Value {
  const values = new WeakMap<Source, Value>()
  return (source) => {
    const value = values.get(source) ?? derive(source)
    values.set(source, value)
    return value
  }
}
