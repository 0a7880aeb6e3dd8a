import type { Faker } from '@faker-js/faker'
import { faker as english } from '@faker-js/faker/locale/en'
import type { Draw } from '../random.ts'

export type { Faker }

/**
 * Creates a Faker that draws from the stream it is given, and from nothing of its own.
 *
 * @note The class is only exported by the package's root, which loads every locale; the
 * instance of one locale has it too.
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
