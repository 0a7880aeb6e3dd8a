import { isLarge } from '../json/many-values.ts'
import { isPromise, PROMISE } from './describe-value.ts'
import { quote } from './quote.ts'

const MOST_SHOWN = 60

/** Formats a value for a message: on one line, and cut if it is long. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'missing'
  // JSON has neither NaN nor Infinity.
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return quote(value)
  if (isPromise(value)) return PROMISE
  // JSON would show a text, or nothing.
  const type = [Date, RegExp, Map, Set].find((each) => value instanceof each)
  if (type !== undefined) return `a ${type.name}`
  const text = toJson(value) ?? (typeof value === 'object' ? Object.prototype.toString.call(value) : String(value))
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text
}

// A value that contains itself or exceeds the call stack has no JSON. For a large value, the first
// items are enough.
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(isLarge(value) ? pickFirst(value, { left: MOST_SHOWN }) : value)
  } catch {
    return undefined
  }
}

function pickFirst(value: unknown, count: { left: number }): unknown {
  count.left -= 1
  if (typeof value === 'string') return value.slice(0, MOST_SHOWN)
  if (Array.isArray(value)) return value.slice(0, Math.max(0, count.left)).map((item) => pickFirst(item, count))
  if (typeof value !== 'object' || value === null) return value
  const picked: Record<string, unknown> = {}
  for (const name in value) {
    if (count.left <= 0) break
    picked[name] = pickFirst(Reflect.get(value, name), count)
  }
  return picked
}
