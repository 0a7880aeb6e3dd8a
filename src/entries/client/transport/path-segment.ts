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

function findAdvice(text: string): string | undefined {
  if (text === '') return 'It must not be empty'
  if (/^\.{1,2}$/.test(text)) return 'A path cannot contain it'
  if (/\p{Surrogate}/u.test(text)) return 'A path cannot contain half of a character'
  if (encodeURIComponent(text).length > MOST_CHARACTERS)
    return `A path can contain ${MOST_CHARACTERS} encoded characters`
  return undefined
}
