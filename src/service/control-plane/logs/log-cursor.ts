// The place in a log from which the next page continues, as opaque text.

import { ServiceError } from '../../../engine/define/failure.ts'

/** The line after which a page begins. */
export interface LogPlace {
  readonly time: number
  readonly revisionId: string
  readonly index: number
}

// The time is negative before 1970.
const WRITTEN = /^(-?\d{1,16})\.([0-9a-f-]{36})\.(\d{1,16})$/

/** Writes a place as text. */
export function writePlace({ time, revisionId, index }: LogPlace): string {
  return btoa(`${time}.${revisionId}.${index}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads a place.
 *
 * @param parameter the name of the parameter, for the error
 * @throws ServiceError if the text was not written by `writePlace`
 */
export function readPlace(text: string, parameter: string): LogPlace {
  const [, time, revisionId, index] = WRITTEN.exec(decode(text)) ?? []
  if (revisionId === undefined) throw createPlaceError(parameter)
  return { time: Number(time), revisionId, index: Number(index) }
}

/** The error of a place that is not in the log. */
export function createPlaceError(parameter: string): ServiceError {
  return new ServiceError({ status: 400, detail: `Invalid ${parameter}.` })
}

function decode(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
