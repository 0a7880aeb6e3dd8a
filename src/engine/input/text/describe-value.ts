import { quote } from './quote.ts'

/** Names a value in a message: a list and an object only by their kind. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string') return quote(value)
  if (isPromise(value)) return PROMISE
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/**
 * Whether a value is what an asynchronous function returned, because `await` is missing. Whoever asks refuses it, so
 * it may fail without ending the process.
 */
export function isPromise(value: unknown): boolean {
  if (value instanceof Promise) value.catch(() => undefined)
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function'
}

/** How a message shows a promise. */
export const PROMISE = 'a promise, which has to be awaited'
