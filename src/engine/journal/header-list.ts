// The headers of requests and responses as lists.

import type { ServiceResponse } from '../contract/operation/messages.ts'

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
