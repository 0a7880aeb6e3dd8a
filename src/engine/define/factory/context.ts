// What factories draw from: random streams, and a Faker on top of them.

import type { Faker as WholeFaker } from '@faker-js/faker'
import { faker as english } from '#faker'
import { createShuffleBags, type Draw, type DrawFromBag, openDraw } from '../../store/random.ts'

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

/**
 * Creates a copy of a Faker that draws only from the stream that it is given. All calls share it, so it is used before
 * the next call.
 *
 * @note Only the root of the package exports the class, and it loads every locale. The constructor of
 * an instance is the same class.
 */
export function createDrawnFaker(original: WholeFaker = english): (draw: Draw) => WholeFaker {
  const FakerClass = original.constructor as typeof WholeFaker
  let source: Draw | undefined
  const faker = new FakerClass({
    locale: original.rawDefinitions,
    randomizer: { next: () => source?.next() ?? 0, seed: () => undefined },
  })
  return (draw) => {
    source = draw
    return faker
  }
}

/** Lists the adjectives and nouns of Faker, for what replaces other words. */
export function listFakerWords(): readonly string[] {
  const { adjective, noun } = english.rawDefinitions.word ?? {}
  return [...(adjective ?? []), ...(noun ?? [])]
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

/** What the factories of a world share besides. */
export interface WorldFacts {
  /** What sessions show as `tagValueIds`. */
  readonly tagValueIds?: readonly string[]
}

export type FactoryContext = BaseContext & WorldFacts

/** Creates what the factories of any service share. */
export function createBaseContext({ seed, now }: { readonly seed: number; readonly now: bigint }): BaseContext {
  return {
    seed,
    now,
    drawFromBag: createShuffleBags(seed),
    open: (kind, index, field) => openDraw(seed, kind, index, field),
    fake: createDrawnFaker(),
  }
}
