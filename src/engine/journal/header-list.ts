// The headers of requests and responses as lists.

import type { ServiceResponse } from '../contract/operation/messages.ts'

// More than clients usually send. What exceeds it is cut off.
const MOST_HEADERS = 100
const MOST_CHARACTERS = 16 * 1024

/** Cuts a list of names and values in turn to what a journal keeps. */
export function limitHeaders(raw: readonly string[]): readonly string[] {
  let characters = 0
  const most = Math.min(raw.length, 2 * MOST_HEADERS)
  for (let index = 0; index < most; index += 1) {
    characters += raw[index]?.length ?? 0
    if (characters > MOST_CHARACTERS) return raw.slice(0, index - (index % 2))
  }
  return most === raw.length ? raw : raw.slice(0, most)
}

/** Lists the headers of a response, in the order in which they are sent. */
export function listHeaders(headers: ServiceResponse['headers']): [name: string, value: string][] {
  const listed: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') listed.push([name, value])
    else for (const each of value) listed.push([name, each])
  }
  return listed
}

/** Turns a list of names and values in turn into pairs. */
export function pairHeaders(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''])
}
