// Envelopes of lists, around records that are already written.

import * as z from 'zod'
import type { View } from '../engine/contract/views.ts'
import { type Body, buildBody, encodeBody, encodeText, type ResponseBody, writeJsonOf } from '../engine/http/body.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import { isPromise } from '../engine/input/text/describe-value.ts'
import type { Page } from './pages.ts'
import type { Headers } from './reply.ts'
import { describeValues } from './viewed.ts'

const [OPENING, COMMA, CLOSING] = ['[', ',', ']'].map(encodeText) as [Body, Body, Body]

/** Joins records that are written to a JSON list. */
export function joinViews(views: readonly View[]): Body[] {
  return [OPENING, ...views.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json])), CLOSING]
}

// Stands for the records while the envelope around them is written. A text in it may not contain this.
const PLACE = '\u0000records\u0000'
const WRITTEN_PLACE = JSON.stringify(PLACE)
const MOST_LEVELS = 8

interface ViewedRecords {
  readonly records: readonly unknown[]
  readonly views: readonly View[]
}

/** Writes what an API puts around its records: nothing if it is their list. */
export function writeEnvelope(envelope: unknown, { records, views }: ViewedRecords): ResponseBody {
  if (envelope === records) return buildBody(joinViews(views))
  const around = isPromise(envelope) ? envelope : replaceRecords(envelope, records, MOST_LEVELS)
  const [before, after, ...more] = writeJsonOf('an envelope', around).split(WRITTEN_PLACE)
  if (before === undefined || after === undefined || more.length > 0) return encodeBody(JSON.stringify(envelope))
  return buildBody([encodeText(before), ...joinViews(views), encodeText(after)])
}

function replaceRecords(value: unknown, records: readonly unknown[], levels: number): unknown {
  if (value === records) return PLACE
  if (!isRecord(value) || levels === 0 || typeof value.toJSON === 'function' || value.valueOf() !== value) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, replaceRecords(field, records, levels - 1)]),
  )
}

const EMPTY_PAGE: Page = {
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

/** Returns the schema of a list's responses, as far as the envelope of an empty page and an example show it. */
export function pageSchemaOf(record: z.ZodType, envelope?: (page: Page) => unknown, example?: unknown): z.ZodType {
  const records = z.array(record)
  if (envelope === undefined) return records
  try {
    return describe(envelope(EMPTY_PAGE), records, example)
  } catch {
    return z.unknown()
  }
}

/** Lists the headers that pages can have: those of one between two others. */
export function listPageHeaders(pageHeaders?: (page: Page) => Headers): readonly string[] {
  try {
    const headers = pageHeaders?.({ ...EMPTY_PAGE, hasMore: true, next: 2, previous: 1 }) ?? {}
    if (isPromise(headers)) return []
    return Object.keys(headers).filter((name) => headers[name] !== undefined)
  } catch {
    return []
  }
}

function describe(value: unknown, schema: z.ZodType, example: unknown): z.ZodType {
  if (value === EMPTY_PAGE.records) return schema
  if (typeof value === 'number') return z.number()
  if (typeof value === 'boolean') return z.boolean()
  if (typeof value === 'string') return z.string()
  // What is made of records is there in the example.
  if (Array.isArray(value)) return Array.isArray(example) ? describeValues([example]) : z.array(z.unknown())
  if (!isRecord(value)) return z.unknown()
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return z.looseObject(
    Object.fromEntries(fields.map(([name, field]) => [name, describe(field, schema, Object(example)[name])])),
  )
}
