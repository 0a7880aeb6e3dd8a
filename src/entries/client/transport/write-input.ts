// Writes the arguments of a call. What JSON or a URL would lose or change is refused, before anything is sent.

import { describeValue } from '../../../engine/input/text/describe-value.ts'
import { ControlError } from './control-error.ts'

// What servers and proxies usually accept in the first line of a request.
const MOST_CHARACTERS = 8000

/**
 * Writes an id or a name as a segment of a path: all that a client puts into a path passes here.
 *
 * @param name for messages
 * @throws ControlError for a text with which the path would be that of something else, or none
 */
export function toPathSegment(name: string, value: unknown): string {
  const text = String(value)
  const advice = findAdvice(text)
  if (advice === undefined) return encodeURIComponent(text)
  throw new ControlError(`Failed to read the path: "${name}" is ${describeValue(value)}. ${advice}.`)
}

/** Writes a query. Undefined parameters are left out. @throws ControlError */
export function writeQuery(parameters: object = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    if ([value].flat().some(hasNoText)) throw buildError('read the query', describeLost(name, value))
    query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Writes a value as JSON. @throws ControlError for what JSON does not have, such as a function, NaN, a map or a circle */
export function writeArgument(attempt: string, value: unknown): string {
  const lost: string[] = []
  const check = function (this: object, name: string, written: unknown): unknown {
    const given: unknown = Reflect.get(this, name)
    const isHole = given === undefined && Array.isArray(this)
    if (lost.length === 0 && (isHole || isLost(given, written))) lost.push(describeLost(name, given))
    return written
  }
  try {
    const text: string | undefined = JSON.stringify(value, check)
    if (text !== undefined && lost.length === 0) return text
  } catch (error) {
    lost.unshift(
      error instanceof RangeError ? 'it is nested too deeply' : String((error as Error).message.split('\n', 1)),
    )
  }
  throw buildError(attempt, lost[0] ?? describeLost('', value))
}

function findAdvice(text: string): string | undefined {
  if (text === '') return 'It must not be empty'
  if (/^\.{1,2}$/.test(text)) return 'A path cannot contain it'
  if (/\p{Surrogate}/u.test(text)) return 'A path cannot contain half of a character'
  if (encodeURIComponent(text).length > MOST_CHARACTERS)
    return `A path can contain ${MOST_CHARACTERS} encoded characters`
  return undefined
}

function hasNoText(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null) || isLost(value, value)
}

/** Whether a value becomes another one. @param written what it is instead in JSON, such as the text of a date */
function isLost(given: unknown, written: unknown): boolean {
  if (typeof written === 'number') return !Number.isFinite(written)
  if (typeof written !== 'object') return typeof written === 'function' || typeof written === 'symbol'
  // The JSON of an invalid date is null, and that of a map is empty.
  if (written === null) return given !== null
  return !['[object Object]', '[object Array]'].includes(Object.prototype.toString.call(written))
}

function describeLost(name: string, value: unknown): string {
  const type = typeof value === 'object' ? Object.prototype.toString.call(value).slice('[object '.length, -1) : ''
  const noun = type === 'Date' && Number.isNaN(Number(value)) ? 'invalid Date' : type
  const what = ['', 'Object', 'Array'].includes(type) ? describeValue(value) : `of the type ${noun}`
  return name === '' ? `it is ${what}` : `"${name}" is ${what}`
}

function buildError(attempt: string, reason: string): ControlError {
  return new ControlError(`Failed to ${attempt}: an argument cannot be written as JSON (${reason}). Pass plain values.`)
}
