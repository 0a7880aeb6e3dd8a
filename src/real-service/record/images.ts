// What replaces texts: equal texts are replaced alike, and different ones differently.

import { ProblemError } from '../../engine/input/options/option-error.ts'
import { type DrawBelow, type Key, openStream } from './key.ts'

/** Returns what replaces a text. */
export type Image = (text: string) => string

/** How the texts of one kind are replaced. */
export interface ImageOptions {
  readonly kind: string
  readonly key: Key
  /** Draws what could replace a text. After many attempts, it may be longer. */
  draw(text: string, below: DrawBelow, attempt: number): string
  /** Whether this may replace the text. Otherwise, something else is drawn. */
  isFine(image: string, text: string): boolean
}

const MOST_ATTEMPTS = 2000

/** Creates what replaces texts of one kind. No two of them get the same image. */
export function createImages({ kind, key, draw, isFine }: ImageOptions): Image {
  const images = new Map<string, string>()
  const taken = new Set<string>()
  return (text) => {
    const known = images.get(text)
    if (known !== undefined) return known
    const below = openStream(key, kind, text)
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const image = draw(text, below, attempt)
      if (taken.has(image) || !isFine(image, text)) continue
      images.set(text, image)
      taken.add(image)
      return image
    }
    throw new ProblemError({
      attempt: 'anonymize the records',
      received: `nothing is left that could replace a text of the kind "${kind}"`,
      advice: 'Read fewer records with --limit or --only.',
    })
  }
}
