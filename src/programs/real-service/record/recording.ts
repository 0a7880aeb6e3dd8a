// Writes the records of a service as a scenario without anything private.

import { ProblemError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { writeScenario } from '../../../entries/files/index.ts'
import type { Format } from '../../../entries/files/read/source.ts'
import { MOST_MEGABYTES } from '../../../entries/files/read/source-file.ts'
import type { PlainKind } from '../../../service/resources/text-kinds.ts'
import type { Scenario } from '../../../service/types.ts'
import type { ServiceRecords } from '../records/records.ts'
import { type StoredRecords, toStored } from '../records/stored-records.ts'
import { planRecords } from '../records/to-scenario.ts'
import { replaceIds, type UsualIds } from '../records/usual-ids.ts'
import { listAbsentFields } from './absent-fields.ts'
import { listAllowedWords } from './allowed-words.ts'
import { anonymise, listKept } from './anonymise.ts'
import { findLeak } from './find-leak.ts'
import { createGuard, listTexts } from './guard.ts'
import { createKey, type ReplacementKey } from './key.ts'
import { type Keepable, keepable } from './kinds.ts'

/** How records are written. */
export interface RecordingOptions {
  /** The base URL of the service, whose host may not appear. */
  readonly url: string
  /** What stays as it is. Default: nothing. */
  readonly keep?: readonly Keepable[]
  /** What decides which names replace others. Default: a new key, which nobody knows. */
  readonly key?: ReplacementKey
  readonly format: Format
  /** The place of the JSON Schema, for editors. Default: none. */
  readonly schema?: string | undefined
}

/** A scenario without anything private. */
export interface Recording {
  /** The text of its file. */
  readonly text: string
  readonly scenario: Scenario
  /** Its records, of the resources that were read. */
  readonly written: ReadonlyMap<string, readonly unknown[]>
  /** The fields that a world cannot contain as the service returned them, or that it did not return. */
  readonly misfits: readonly string[]
}

/** The name of every recorded scenario. Another one would say where it comes from. */
const RECORDED_NAME = 'recorded'

/**
 * Anonymizes records, and writes them as the text of a scenario file.
 *
 * @throws ProblemError if the text contains something of the input, with the field, and if the file would be so large
 * that it cannot be read
 */
export async function writeRecording(
  read: ServiceRecords,
  { url, keep = [], key = createKey(), format, schema }: RecordingOptions,
): Promise<Recording> {
  const { usual: records, ids } = replaceIds(read)
  const { stored, misfits } = toStored(records, listAbsentFields(records))
  // Anonymizing takes long, and no text of the file is shorter than this.
  const bytes = [...stored.values()].reduce((sum, all) => sum + JSON.stringify(all).length, 0)
  assertSize(bytes, stored)
  const kept: ReadonlySet<PlainKind> = new Set(keep.flatMap((each): readonly PlainKind[] => keepable[each]))
  // A number in a response can be an id, and then it is a text in the database.
  const texts = [...listTexts([...read.records.values()]), ...listTexts([...stored.values()]), url]
  const published = listKept(stored, kept)
  const guard = createGuard(texts, published)
  const description = describe(keep)
  const allowed = listAllowedWords(stored, [
    RECORDED_NAME,
    description,
    ...Object.entries(records.moved ?? {})
      .flat()
      .map(String),
    ...published,
  ])
  const { stored: anonymised, now } = anonymise(stored, { key, guard, kept, at: records.at })
  const { preset, moved } = records
  const scenario = planRecords(anonymised, { name: RECORDED_NAME, description, preset, assumptions: moved, now })
  const text = await writeScenario(scenario, format, schema)
  const leak = await findLeak(text, format, { guard, allowed })
  if (leak !== undefined) throw describeLeak(leak)
  assertSize(Buffer.byteLength(text), stored)
  const written = new Map([...stored].filter(([name]) => records.records.has(name)))
  return { text, scenario, written, misfits: [...misfits, ...listOtherIds(read, ids)] }
}

const listOtherIds = ({ records }: ServiceRecords, ids: UsualIds) =>
  [...records].filter(([, all]) => all.some(({ id }) => ids.has(String(id)))).map(([name]) => `${name}.id`)

function describe(keep: readonly Keepable[]): string {
  const exceptions = keep.length === 0 ? '' : `, except ${keep.join(', ')}`
  return `The records of a real service, with other texts${exceptions}.`
}

function describeLeak(path: string): ProblemError {
  return new ProblemError({
    attempt: 'write the recording',
    received: `${quote(path)} contains a text of the service, so nothing was written`,
    advice: 'Record again with another key, or leave these records out with --only or --limit.',
  })
}

const MOST_BYTES = MOST_MEGABYTES * 2 ** 20

function assertSize(bytes: number, stored: StoredRecords): void {
  if (bytes <= MOST_BYTES) return
  const longest = Math.max(...[...stored.values()].map(({ length }) => length))
  // Half of what would fit, because a file is longer than its records.
  const limit = Math.max(1, Math.floor((longest * MOST_BYTES) / bytes / 2))
  throw new ProblemError({
    attempt: 'write the recording',
    received: `files of more than ${MOST_MEGABYTES} MB cannot be read, and it would be larger`,
    advice: `Read fewer records with --only, or with --limit ${limit}.`,
  })
}
