// Replaces what is private in records.

import { formatMicroseconds, parseMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import type { PlainKind, TextKind } from '../../../service/resources/text-kinds.ts'
import type { StoredRecords } from '../records/stored-records.ts'
import type { Guard } from './guard.ts'
import { openStream, type ReplacementKey } from './key.ts'
import { plainKindOf } from './kinds.ts'
import { mapTexts, type TextMapping } from './map-texts.ts'
import { createReplacer } from './replace-text.ts'

/** How records are anonymised. */
export interface AnonymiseOptions {
  readonly key: ReplacementKey
  /** Knows the texts that may not remain. */
  readonly guard: Guard
  readonly kept: ReadonlySet<PlainKind>
  /** When the records were read, in milliseconds since the Unix epoch. */
  readonly at: number
}

/**
 * Replaces what is private in records. Equal values stay equal, and different ones different. Returns the records, and
 * the current time of their world.
 */
export function anonymise(stored: StoredRecords, { key, guard, kept, at }: AnonymiseOptions) {
  const { shift, now } = kept.has('time')
    ? { shift: 0n, now: formatMicroseconds(BigInt(at) * 1000n) }
    : findShift(listTimes(stored), { key, guard })
  const names = (stored.get('deployments') ?? []).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  const replacer = createReplacer({ key, guard, kept, searched: names })
  const replace = (text: string, kind: TextKind) => replacer.text(text, kind)
  const ids = kept.has('id') ? new Map<string, string>() : orderIds(stored, (id) => replace(id, 'id'))
  const mapping: TextMapping = {
    ...replacer,
    text: (text, kind) => (isTime(kind) ? move(text, shift) : (ids.get(text) ?? replace(text, kind))),
  }
  return { stored: mapTexts(stored, mapping), now }
}

/** Gives the ids of lists those that replace them in ascending order: equal times are in the order of ids. */
function orderIds(stored: StoredRecords, replace: (id: string) => string): ReadonlyMap<string, string> {
  const listed = (['deployments', 'providers'] as const).map((name) =>
    (stored.get(name) ?? []).map(({ id }) => String(id)),
  )
  return new Map(
    listed.flatMap((ids) => {
      const replaced = ids.map(replace).sort()
      return ids.map((id, place) => [id, replaced[place] ?? id] as const)
    }),
  )
}

/** Lists the texts of some kinds. */
export function listKept(stored: StoredRecords, kept: ReadonlySet<PlainKind>): readonly string[] {
  return collect(stored, (kind) => kept.has(plainKindOf(kind)))
}

function listTimes(stored: StoredRecords): readonly bigint[] {
  return collect(stored, (kind) => kind === 'time').map(parseMicroseconds)
}

function collect(stored: StoredRecords, isWanted: (kind: TextKind) => boolean): readonly string[] {
  const found: string[] = []
  mapTexts(stored, {
    text(text, kind) {
      if (isWanted(kind)) found.push(text)
      return text
    },
    freeForm: (value) => value,
  })
  return found
}

function isTime(kind: TextKind): boolean {
  return kind === 'time' || kind === 'deadline'
}

function move(time: string, shift: bigint): string {
  return formatMicroseconds(parseMicroseconds(time) + shift)
}

const NOW = '2026-03-02T09:00:00Z'
const SECOND = 1_000_000
const MOST_ATTEMPTS = 100

/**
 * Finds by how much all times are moved, so that the newest one is the present. The present has a fraction, so that no
 * moved time happens to be another time of the input.
 */
function findShift(times: readonly bigint[], { key, guard }: Pick<AnonymiseOptions, 'key' | 'guard'>) {
  const newest = times.reduce((latest, time) => (time > latest ? time : latest), times[0] ?? parseMicroseconds(NOW))
  const below = openStream(key, 'now', '')
  for (let attempt = 1; ; attempt += 1) {
    const now = parseMicroseconds(NOW) + BigInt(below(SECOND))
    const shift = now - newest
    const isFine = times.every((time) => !guard.hasTime(formatMicroseconds(time + shift)))
    if (isFine || attempt === MOST_ATTEMPTS) return { shift, now: formatMicroseconds(now) }
  }
}
