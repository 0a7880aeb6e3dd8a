// The credentials that operations require, in a document.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Access, Credential } from '../define/access.ts'
import type { Json } from './json.ts'
import type { Marker } from './marker.ts'

/** Describes the credentials that requests need; undefined if they need none. */
export function describeSchemes({ declared: { access }, assumptions, mark }: Marker): Json | undefined {
  const needed = new Set(access.listRequired(assumptions).flat())
  if (needed.size === 0) return undefined
  const described = Array.from(needed, (name) => [
    name,
    mark((read) => {
      access.listRequired(read)
      // A set names only credentials of the service.
      return toScheme(access.credentials[name] as Credential)
    }),
  ])
  return Object.fromEntries(described)
}

/** Lists the alternatives of credentials; empty if requests need none. */
export function listSecurity(access: Access, assumptions: Assumptions): Json[] {
  return access.listRequired(assumptions).map((needed) => Object.fromEntries(needed.map((name) => [name, []])))
}

function toScheme({ header, scheme }: Credential): Json {
  return scheme === undefined ? { type: 'apiKey', in: 'header', name: header } : { type: 'http', scheme: 'bearer' }
}
