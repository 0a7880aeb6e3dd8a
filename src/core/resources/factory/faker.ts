// Faker, drawing from our streams.

import type { Faker } from '@faker-js/faker'
import { faker as english } from '@faker-js/faker/locale/en'
import type { Draw } from '../../store/random.ts'

export type { Faker }

/**
 * Creates a Faker that draws only from the stream that it is given.
 *
 * @note Only the root of the package exports the class, and it loads every locale. The constructor of
 * an instance is the same class.
 */
export function createDrawnFaker(): (draw: Draw) => Faker {
  const FakerClass = english.constructor as typeof Faker
  let source: Draw | undefined
  const faker = new FakerClass({
    locale: english.rawDefinitions,
    randomizer: { next: () => source?.next() ?? 0, seed: () => undefined },
  })
  return (draw) => {
    source = draw
    return faker
  }
}
