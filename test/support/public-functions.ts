// Finds the public functions: the exports of all entries, and the methods of what they return.

import { RESOURCE_NAMES } from '../../src/service/resources/names.ts'

/** A function, with where it is found: `simulator.faults.add`. */
export interface PublicFunction {
  readonly name: string
  readonly call: (...given: never[]) => unknown
}

/**
 * Lists the functions of an object and of the objects in it. All collections have the same functions, so `db.*`
 * stands for each of them.
 */
export function listFunctions(place: string, found: object): PublicFunction[] {
  return Object.entries(found).flatMap(([name, each]): PublicFunction[] => {
    const path = `${place}.${isResource(name) && place.endsWith('.db') ? '*' : name}`
    if (typeof each === 'function') return isErrorClass(each) ? [] : [{ name: path, call: each }]
    return isPlainObject(each) ? listFunctions(path, each) : []
  })
}

function isResource(name: string): boolean {
  return (RESOURCE_NAMES as readonly string[]).includes(name)
}

function isErrorClass({ prototype }: { prototype?: unknown }): boolean {
  return prototype instanceof Error
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'constructor') === Object
}
