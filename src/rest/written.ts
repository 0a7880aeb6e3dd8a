// Envelopes of lists, around records that are already written.

import * as z from 'zod'
import type { View } from '../engine/contract/views.ts'
import { type Body, buildBody, encodeBody, encodeText, type ResponseBody, writeJson } from '../engine/http/body.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import { isPromise } from '../engine/input/text/describe-value.ts'
import type { Page } from './pages.ts'

const [OPENING, COMMA, CLOSING] = ['[', ',', ']'].map(encodeText) as [Body, Body, Body]

/** Joins records that are written to a JSON list. */
export function joinViews(views: readonly View[]): Body[] {
  return [OPENING, ...views.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json])), CLOSING]
}

// Stands for the records while the envelope around them is written. A text in it may not contain this.
const PLACE = '\u0000records\u0000'
const WRITTEN_PLACE = JSON.stringify(PLACE)
const MOST_LEVELS = 8

/** Writes what an API puts around its records. Without an envelope, a response is their list. */
export function writeEnvelope(
  envelope: unknown,
  { records, views }: { readonly records: readonly unknown[]; readonly views: readonly View[] },
): ResponseBody {
  if (envelope === undefined || envelope === records) return buildBody(joinViews(views))
  const around = isPromise(envelope) ? envelope : replaceRecords(envelope, records, MOST_LEVELS)
  const [before, after, ...more] = writeJson('an envelope', around).split(WRITTEN_PLACE)
  if (before === undefined || after === undefined || more.length > 0) return encodeBody(JSON.stringify(envelope))
  return buildBody([encodeText(before), ...joinViews(views), encodeText(after)])
}

function replaceRecords(value: unknown, records: readonly unknown[], levels: number): unknown {
  if (value === records) return PLACE
  if (!isRecord(value) || levels === 0 || typeof value.toJSON === 'function') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, replaceRecords(field, records, levels - 1)]),
  )
}

/** Returns the schema of a list's responses, as far as the envelope of an empty page shows it. */
export function pageSchemaOf(record: z.ZodType, envelope?: (page: Page) => unknown): z.ZodType {
  const records = z.array(record)
  if (envelope === undefined) return records
  const page: Page = {
    records: [],
    total: 0,
    hasMore: false,
    next: undefined,
    previous: undefined,
    current: undefined,
    size: 0,
    path: '/',
    url: () => '/',
  }
  try {
    return describe(envelope(page), page.records, records)
  } catch {
    return z.unknown()
  }
}

function describe(value: unknown, records: unknown, schema: z.ZodType): z.ZodType {
  if (value === records) return schema
  if (typeof value === 'number') return z.number()
  if (typeof value === 'boolean') return z.boolean()
  if (typeof value === 'string') return z.string()
  if (Array.isArray(value)) return z.array(z.unknown())
  if (!isRecord(value)) return z.unknown()
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return z.looseObject(Object.fromEntries(fields.map(([name, field]) => [name, describe(field, records, schema)])))
}
