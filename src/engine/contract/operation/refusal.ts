import type { Assumptions } from '../../define/assumptions/assumptions.ts'

/** A reason to reject a request. Coverage, documents and responses follow from its declaration. */
export interface Refusal<Values extends readonly unknown[] = readonly never[]> {
  /** A short description, for coverage and for documents. */
  readonly name: string
  /** The status; undefined if there is no such refusal under these assumptions. */
  readonly status: number | ((assumptions: Assumptions) => number | undefined)
  /** What the response says about a request. */
  readonly text: string | ((...values: Values) => string)
}

/** The refusals of an operation, or how assumptions decide which ones it has. */
export type Refusals = readonly Refusal[] | ((assumptions: Assumptions) => readonly Refusal[])

/**
 * Defines a refusal. The parameters of its text determine what `refuse` takes.
 *
 * @example
 * const unknownBook = defineRefusal({ name: 'unknown book', status: 404, text: (id: string) => `No book ${id}.` })
 */
export function defineRefusal<const Values extends readonly unknown[] = []>(refusal: Refusal<Values>): Refusal<Values> {
  return refusal
}

/** Returns the text of a refusal. */
export function textOf<Values extends readonly unknown[]>({ text }: Refusal<Values>, ...values: Values): string {
  return typeof text === 'string' ? text : text(...values)
}

/** Returns the status of a refusal; undefined if there is no such refusal under these assumptions. */
export function refusalStatusOf({ status }: Refusal, assumptions: Assumptions): number | undefined {
  return typeof status === 'number' ? status : status(assumptions)
}

/** Whether there is such a refusal under these assumptions. */
export function isRefused(refusal: Refusal, assumptions: Assumptions): boolean {
  return refusalStatusOf(refusal, assumptions) !== undefined
}

/** A refusal that there is, with its status. */
interface ListedRefusal {
  readonly refusal: Refusal
  readonly name: string
  readonly status: number
}

/** Lists the refusals that there are under these assumptions. */
export function listRefusals(refusals: Refusals, assumptions: Assumptions): ListedRefusal[] {
  const listed = typeof refusals === 'function' ? refusals(assumptions) : refusals
  return listed.flatMap((refusal) => {
    const status = refusalStatusOf(refusal, assumptions)
    return status === undefined ? [] : [{ refusal, name: refusal.name, status }]
  })
}
