// The place in a log from which the next page continues, as opaque text.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineRefusal, type Refusal } from '../../../engine/define/operation/refusal.ts'

/** The line after which a page begins. */
export interface LogPlace {
  readonly time: number
  readonly revisionId: string
  readonly index: number
}

/** The refusals of a place that is not in the log, for the names that its parameter has. */
export const cursorOfAnotherLog = defineRefusal({ name: 'cursor of another log', status: 400, text: 'Invalid cursor.' })
export const offsetOfAnotherLog = defineRefusal({ name: 'offset of another log', status: 400, text: 'Invalid offset.' })

// The time is negative before 1970.
const WRITTEN = /^(-?\d{1,16})\.([0-9a-f-]{36})\.(\d{1,16})$/

/** Writes a place as text. */
export function writePlace({ time, revisionId, index }: LogPlace): string {
  return btoa(`${time}.${revisionId}.${index}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads a place.
 *
 * @throws ServiceError with the refusal if the text was not written by `writePlace`
 */
export function readPlace(text: string, refusal: Refusal<[]>): LogPlace {
  const [, time, revisionId, index] = WRITTEN.exec(decode(text)) ?? []
  if (revisionId === undefined) refuse(refusal)
  return { time: Number(time), revisionId, index: Number(index) }
}

function decode(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
