import { createShuffleBags, type Draw, type DrawFromBag, openDraw } from '../../store/random.ts'
import { createDrawnFaker, type Faker } from './faker.ts'

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
