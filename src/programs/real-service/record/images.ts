// What replaces texts: equal texts are replaced alike, and different ones differently.

import { listFakerWords } from '../../../engine/define/factory/drawn-faker.ts'
import { ProblemError } from '../../../engine/input/options/option-error.ts'
import { onDemand } from '../../../engine/limits/on-demand.ts'
import type { Guard } from './guard.ts'
import { type DrawBelow, openStream, type ReplacementKey } from './key.ts'

/** Returns what replaces a text. */
export type Image = (text: string) => string

/** How the texts of one kind are replaced. */
export interface ImageOptions {
  readonly kind: string
  readonly key: ReplacementKey
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

/** What decides which words replace others. */
interface WordOptions {
  readonly key: ReplacementKey
  readonly guard: Guard
  /** The words, in lower case, that a search must find within as many other words as before. */
  readonly searched: Iterable<string>
}

// Longer words make long names, and shorter ones are easily found within others.
const USABLE = /^[a-z]{5,10}$/
// Shorter words are in so many others that names would fall apart.
const LEAST_SEARCHED = 3
// Then the input contains most words of Faker, or there are too few, and others are made up.
const MOST_FOUND = 60
const CONSONANTS = 'bdfgklmnprstvz'
const VOWELS = 'aeiou'
const SYLLABLES = 4
const MOST_FILLERS = 200

/**
 * Creates what replaces words in lower case. If a searched word is within another one, its image is within the image of
 * the other: `search` and `research` become, say, `lantern` and `meadowlantern`. Otherwise, no image is within another.
 */
export function createWordImages({ key, guard, searched }: WordOptions): Image {
  const sorted = [...new Set(searched)].filter(({ length }) => length >= LEAST_SEARCHED).sort(compareLengths)
  const images: string[] = []
  const ofSearched: (readonly [word: string, image: string])[] = []
  const isFine = (image: string, word: string) => !guard.contains(image) && !hasAccident(image, word)
  // Whether a search for another word would also find this one.
  const hasAccident = (image: string, word: string) =>
    ofSearched.some(([other, found]) => image.includes(found) && !word.includes(other))
  const isNew = (image: string) => !images.some((other) => other.includes(image))
  const imageOfPiece = createPieces(key, (image, piece) => isFine(image, piece) && isNew(image))

  const known = new Map<string, string>()
  const imageOf = (word: string): string => {
    const before = known.get(word)
    if (before !== undefined) return before
    const parts = cutWord(word, sorted)
    const image = parts.length === 1 ? imageOfPiece(word) : join(word, parts.map(imageOf))
    images.push(image)
    known.set(word, image)
    return image
  }
  // Two images may happen to form a third word where they meet. Then another one is put between them.
  const join = (word: string, parts: readonly string[]): string => {
    const joined = parts.join('')
    if (isFine(joined, word)) return joined
    for (let filler = 0; filler < MOST_FILLERS; filler += 1) {
      const filled = parts.join(imageOfPiece(`${word}/${filler}`))
      if (isFine(filled, word)) return filled
    }
    return joined
  }
  // Those that are within others come first.
  for (const word of sorted.toReversed()) ofSearched.push([word, imageOf(word)])
  return imageOf
}

// The longest ones come first.
function compareLengths(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : 1)
}

/** Cuts a word where a searched word is within it. */
function cutWord(word: string, searched: readonly string[]): readonly string[] {
  const found = searched.find((each) => each.length < word.length && word.includes(each))
  if (found === undefined) return [word]
  const start = word.indexOf(found)
  return [word.slice(0, start), found, word.slice(start + found.length)].filter((part) => part !== '')
}

/** Creates what replaces words that contain no other one. */
function createPieces(key: ReplacementKey, isFine: (image: string, piece: string) => boolean): Image {
  // All words, so that other records change no draw. Those that contain a text of the input are not fine.
  const words = vocabulary()
  return createImages({
    kind: 'word',
    key,
    draw(_piece, below, attempt) {
      if (attempt < MOST_FOUND) return words[below(words.length)] ?? ''
      const syllable = () => `${CONSONANTS[below(CONSONANTS.length)]}${VOWELS[below(VOWELS.length)]}`
      // All of the same length, so that none is within another.
      return Array.from({ length: SYLLABLES }, syllable).join('')
    },
    isFine,
  })
}

/** Words of which none is within another. */
const vocabulary = onDemand((): readonly string[] => {
  const candidates = [...new Set(listFakerWords())].filter((word) => USABLE.test(word))
  const chosen: string[] = []
  for (const word of candidates.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    if (!chosen.some((shorter) => word.includes(shorter))) chosen.push(word)
  }
  return chosen
})
