// Faker, drawing from our streams.

import type { Faker as WholeFaker } from '@faker-js/faker'
import { faker as english } from '#faker'
import type { Draw } from '../../store/random.ts'

/** The methods of Faker that factories may use. The bundle for pages contains no others. */
export interface Faker {
  readonly company: Pick<WholeFaker['company'], 'name'>
  readonly git: Pick<WholeFaker['git'], 'branch' | 'commitMessage' | 'commitSha'>
  readonly hacker: Pick<WholeFaker['hacker'], 'noun'>
  readonly helpers: Pick<WholeFaker['helpers'], 'slugify'>
  readonly internet: Pick<WholeFaker['internet'], 'domainWord' | 'email'>
  readonly number: Pick<WholeFaker['number'], 'int'>
  readonly string: Pick<WholeFaker['string'], 'alphanumeric' | 'hexadecimal' | 'numeric'>
  readonly system: Pick<WholeFaker['system'], 'semver'>
}

/**
 * Creates a Faker that draws only from the stream that it is given.
 *
 * @note Only the root of the package exports the class, and it loads every locale. The constructor of
 * an instance is the same class.
 */
export function createDrawnFaker(): (draw: Draw) => Faker {
  const FakerClass = english.constructor as typeof WholeFaker
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
