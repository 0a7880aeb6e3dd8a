// Faker, drawing from the streams of a world. The declarations of the package do not lead to this file, because users
// need not install Faker.

import type { Faker } from '@faker-js/faker'
import { faker as english } from '#faker'
import type { Draw } from '../../store/random.ts'

/**
 * Creates a copy of a Faker that draws only from the stream that it is given. All calls share it, so it is used before
 * the next call.
 *
 * @note Only the root of the package exports the class, and it loads every locale. The constructor of
 * an instance is the same class.
 */
export function createDrawnFaker(original: Faker = english): (draw: Draw) => Faker {
  const FakerClass = original.constructor as typeof Faker
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
