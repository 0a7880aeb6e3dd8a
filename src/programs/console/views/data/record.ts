// A record of any resource, and how to reach it.

import { nameRecord } from '../../../../engine/input/text/record-name.ts'
import { type AnyRecord, recordsOf } from '../../../../entries/client/remote/records-of.ts'
import { buildHref, type RouteTarget } from '../../page/routes.ts'
import type { ResourceDescription, Simulator } from '../../store/api.ts'

export { nameRecord }

/** Returns the id of a record as a text, as routes have it; undefined if it has none. */
export function idOf({ id }: AnyRecord): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/** Names a record in a message: long names are cut. */
export function nameBriefly(record: AnyRecord): string {
  const name = nameRecord(record)
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}

/** Builds the link to the records of a resource, or to one of them. */
export function hrefOf(resource: string, id?: string, query?: RouteTarget['query']): string {
  return buildHref({ view: 'data', path: id === undefined ? [resource] : [resource, id], ...(query && { query }) })
}

export function findStateField({ states, given }: ResourceDescription): string | undefined {
  if (states === null) return undefined
  const fields = Object.entries(given.properties ?? {})
  return fields.find(([, { enum: values }]) => values?.join() === states.join())?.[0]
}

/** Names the records of a resource in a sentence: `OAuth providers`. */
export function nameMany({ title }: ResourceDescription): string {
  return /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1)
}

/** Finds a record. @returns undefined if it does not exist */
export async function findRecord(simulator: Simulator, resource: string, id: string): Promise<AnyRecord | undefined> {
  const records = recordsOf(simulator, resource)
  // Browsers log every 404, and a record that was deleted is no error.
  return id.includes(',') ? records.get(id) : (await records.page({ ids: [id] })).records[0]
}
