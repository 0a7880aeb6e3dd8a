// What factories draw from: random streams, and a Faker on top of them.

import { compareTimestamps, formatMicroseconds } from '../../input/schemas/timestamp.ts'
import { type Draw, openDraw } from '../../store/random.ts'
import { createDrawnFaker } from './drawn-faker.ts'

const MICROSECONDS_BACK = 3 * 365 * 86_400_000_000

interface Length {
  readonly length: number
  readonly casing?: 'lower'
}

/**
 * The methods of Faker that factories may use. The bundle of the library contains no others. They are declared
 * here, because the declarations of the package lead to this file, and users do not install Faker.
 */
export interface Faker {
  readonly company: { name(): string }
  readonly git: { branch(): string; commitMessage(): string; commitSha(): string }
  readonly hacker: { noun(): string }
  readonly helpers: { slugify(text: string): string }
  readonly internet: { domainWord(): string; email(options: object): string }
  readonly number: { int(max: number): number }
  readonly string: {
    alphanumeric(length: number | Length): string
    hexadecimal(length: Length & { readonly prefix: '' }): string
    numeric(length: number): string
  }
  readonly system: { semver(): string }
}

/** What the factories of any service share. */
export interface BaseContext {
  readonly seed: number
  /** The present of the world, in microseconds since the Unix epoch. */
  readonly now: bigint
  /** Draws an item from a named shuffle bag. */
  readonly drawFromBag: DrawFromBag
  open(kind: string, index: number, field: string): Draw
  /** Returns a Faker that draws from a stream. All calls share it, so use it before the next call. */
  fake(draw: Draw): Faker
}

/** Draws an item for the record with a number from a named shuffle bag. */
type DrawFromBag = <Item>(items: readonly Item[], name: string, index: number) => Item

/** Creates shuffle bags. In a round, a bag gives each item to one of as many consecutive records; then it is mixed. */
function createShuffleBags(seed: number): DrawFromBag {
  // Most records are built in order, so it is enough to cache the last round.
  const lastRounds = new Map<string, { round: number; shuffled: readonly unknown[] }>()
  return <Item>(items: readonly Item[], name: string, index: number) => {
    const round = Math.floor(index / items.length)
    let last = lastRounds.get(name)
    if (last?.round !== round || last.shuffled.length !== items.length) {
      last = { round, shuffled: shuffle(items, openDraw(seed, name, round, 'bag')) }
      lastRounds.set(name, last)
    }
    return last.shuffled[index % items.length] as Item
  }
}

function shuffle<Item>(items: readonly Item[], draw: Draw): Item[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = draw.integer(0, last)
    ;[shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item]
  }
  return shuffled
}

/** What the factories of a world share besides. */
export interface WorldFacts {
  /** What sessions show as `tagValueIds`. */
  readonly tagValueIds?: readonly string[]
}

export type FactoryContext = BaseContext & WorldFacts

interface SeedAndTime {
  readonly seed: number
  readonly now: bigint
}

/** Creates what the factories of any service share. */
export function createBaseContext({ seed, now }: SeedAndTime): BaseContext {
  return {
    seed,
    now,
    drawFromBag: createShuffleBags(seed),
    open: (kind, index, field) => openDraw(seed, kind, index, field),
    fake: createDrawnFaker(),
  }
}

/**
 * Computes the age of a seeded record in microseconds. The first record is the youngest. The differences
 * between consecutive ages shrink, so that any number of records fits into three years.
 *
 * @param halfway the number of the record that is half as old as records can get
 * @param share shifts the age towards that of the next record, from 0 to 1
 */
export function ageFromYoungest(index: number, halfway: number, share: number): number {
  const ageOf = (position: number) => (MICROSECONDS_BACK * position) / (position + halfway)
  // The factor keeps every record younger than the next one.
  return Math.floor(ageOf(index) + (ageOf(index + 1) - ageOf(index)) * share * 0.9)
}

/** What the times of a seeded record are drawn from. */
interface AgeSource {
  /** The present of the world, in microseconds since the Unix epoch. */
  readonly now: bigint
  readonly index: number
  /** As for `ageFromYoungest`, but the first record is the oldest, and the following ones are younger. */
  readonly halfway: number
  open(field: string): Draw
}

/** Draws the times of a seeded record, as far as they are not given. */
export function drawTimes(given: PartialTimes, { now, index, halfway, open }: AgeSource): Times {
  const age = MICROSECONDS_BACK - ageFromYoungest(index, halfway, open('created_at').next())
  const created = now - BigInt(age)
  const updated = created + BigInt(Math.floor(age * open('updated_at').next() * 0.9))
  return reconcileTimes(given, { created_at: formatMicroseconds(created), updated_at: formatMicroseconds(updated) })
}

/** The times of a record, as far as they are given. */
interface PartialTimes {
  readonly created_at?: string | undefined
  readonly updated_at?: string | undefined
}

interface Times {
  readonly created_at: string
  readonly updated_at: string
}

/** Completes the times of a record that is created after the start of a world. */
export function completeTimes(times: PartialTimes, now: string): Times {
  const { created_at = times.updated_at ?? now, updated_at = created_at } = times
  return { created_at, updated_at }
}

/** Combines given times with generated ones, so that no record is updated before it is created. */
export function reconcileTimes(given: PartialTimes, built: Times): Times {
  const { updated_at: updated = built.created_at } = given
  const created_at = given.created_at ?? (compareTimestamps(updated, built.created_at) < 0 ? updated : built.created_at)
  const isCreatedLater = compareTimestamps(built.updated_at, created_at) < 0
  return { created_at, updated_at: given.updated_at ?? (isCreatedLater ? created_at : built.updated_at) }
}
