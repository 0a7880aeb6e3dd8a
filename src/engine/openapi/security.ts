// The credentials that operations require, in a document.

import type { Assumptions } from '../assumptions/assumptions.ts'
import { type Credential, listRequiredCredentials } from '../contract/access/authentication.ts'
import type { Json } from './json.ts'
import type { Marker } from './marker.ts'

const schemes: Readonly<Record<Credential, Json>> = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  bearer: { type: 'http', scheme: 'bearer' },
  tenant: { type: 'apiKey', in: 'header', name: 'X-Tenant-Id' },
  serviceKey: { type: 'apiKey', in: 'header', name: 'X-Service-Key' },
  user: { type: 'apiKey', in: 'header', name: 'X-User-Id' },
}

/** Describes the credentials that requests need; undefined if they need none. */
export function describeSchemes({ assumptions, mark }: Marker): Json | undefined {
  const needed = new Set(listRequiredCredentials(assumptions).flat())
  if (needed.size === 0) return undefined
  const described = Array.from(needed, (name) => [
    name,
    mark((read) => {
      listRequiredCredentials(read)
      return schemes[name]
    }),
  ])
  return Object.fromEntries(described)
}

/** Lists the alternatives of credentials; empty if requests need none. */
export function listSecurity(assumptions: Assumptions): Json[] {
  return listRequiredCredentials(assumptions).map((needed) => Object.fromEntries(needed.map((name) => [name, []])))
}
