// A record as JSON, according to the assumptions.

import type { TrackedAssumptions } from '../define/assumptions/assumptions.ts'
import type { AnyResource, Fields } from '../define/resource/resource.ts'
import { type Body, buildBody, encodeText, NO_BYTES } from '../http/body.ts'
import type { Declarations } from './operation/declarations.ts'
import type { Writer } from './operation/responses.ts'

/** The JSON that was last written for each record, after a comma. Writers that share a record overwrite each other's. */
export interface RenderedRecords {
  /** Replaced by an empty one when memory is short. */
  json: WeakMap<object, { readonly by: object; readonly json: Body }>
}

/**
 * Creates what writes records as the service does. The JSON of a record is built once and cached as long
 * as the record exists, unless another writer writes the same record in between.
 */
export function createWriter(
  { assumptions, track, note }: TrackedAssumptions,
  { unknownFieldsOf }: Pick<Declarations, 'unknownFieldsOf'>,
  rendered: RenderedRecords,
): Writer {
  const { result: unknown, read: deciding } = track(() => unknownFieldsOf?.(assumptions))
  const envelope = unknown === undefined ? '{' : `${JSON.stringify(unknown.ofEnvelope).slice(0, -1)},`
  // For each resource: the assumptions that its records depend on.
  const dependsOn = new Map<string, Set<string>>()
  const render = (resource: AnyResource, record: object, by: Set<string>): Body => {
    const known = rendered.json.get(record)
    if (known?.by === by) return known.json
    const tracked = track(() => {
      // The caller passes records of the resource.
      const fields = resource.toWire(record as Fields, assumptions)
      note(deciding)
      return JSON.stringify(unknown === undefined ? fields : unknown.addTo(fields))
    })
    for (const id of tracked.read) by.add(id)
    const json = encodeText(`,${tracked.result}`)
    rendered.json.set(record, { by, json })
    return json
  }
  // Most pages begin with the same text.
  let beginning = { text: '', bytes: NO_BYTES }
  const encodeBeginning = (text: string): Body => {
    if (text !== beginning.text) beginning = { text, bytes: encodeText(text) }
    return beginning.bytes
  }
  return {
    assumptions,
    writeRecords({ resource, records }, before, after) {
      const read = dependsOn.get(resource.name) ?? new Set()
      dependsOn.set(resource.name, read)
      if (records.length > 0) note(read)
      const parts = [encodeBeginning(before)]
      for (const record of records) {
        const json = render(resource, record, read)
        parts.push(parts.length === 1 ? json.subarray(1) : json)
      }
      parts.push(encodeText(after))
      return buildBody(parts)
    },
    openEnvelope() {
      note(deciding)
      return envelope
    },
  }
}
