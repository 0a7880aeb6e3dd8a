// Which parameters a request is about.

import type { ReadRequest } from '../reader/messages.ts'
import { NOTHING } from './made-up.ts'

/** Names the parameters that a request is about, each with its path. A limit beside others only asks for the whole list. */
export function listParameters({ path, query = '' }: ReadRequest): readonly string[] {
  const names = new Set(new URLSearchParams(query).keys())
  if (names.size > 1) names.delete('limit')
  return [...names].map((name) => `${path}?${name}`)
}

/** Lists the requests that show whether a parameter has any effect, by the parameters that they are about. */
export function listChecks(requests: Iterable<ReadRequest>): ReadonlyMap<string, ReadRequest> {
  const checks = [...requests].flatMap((request) => {
    const values = [...new URLSearchParams(request.query)].filter(([, value]) => value === NOTHING)
    const [first, ...others] = listParameters(request)
    return values.length === 1 && first !== undefined && others.length === 0 && !isRepeated(request)
      ? [[first, request] as const]
      : []
  })
  return new Map(checks)
}

function isRepeated({ query = '' }: ReadRequest): boolean {
  const names = [...new URLSearchParams(query).keys()]
  return new Set(names).size < names.length
}
