import { matchesText, type Spelling, type TextSearch } from './condition.ts'
import { findFirst } from './find-first.ts'

/** The texts of consecutive records as one text, so that all of them are searched at once. */
export type JoinedTexts = ReturnType<typeof joinTexts>

// In practice, texts don't contain it. If one does, the search is only slower, because every find is checked.
const SEPARATOR = '\u0000'

/** Joins texts for searches that spell them in the same way. */
export function joinTexts(originals: readonly string[], { spell }: Spelling) {
  const texts = originals.map(spell)
  const starts = new Uint32Array(texts.length)
  let position = 1
  texts.forEach((text, place) => {
    starts[place] = position
    position += text.length + 1
  })
  const joined = SEPARATOR + texts.join(SEPARATOR) + SEPARATOR
  return {
    /** Yields the places of the matching texts, in order. */
    *search({ match, value }: TextSearch): Iterable<number> {
      const searched = spell(value)
      // A text that contains the separator could match across two texts, so each is searched separately.
      const isPlain = searched !== '' && !searched.includes(SEPARATOR)
      const places = isPlain ? findPlaces(joined, starts, toPattern(searched, match)) : texts.keys()
      for (const place of places) if (matchesText(texts[place] ?? '', searched, match)) yield place
    },
  }
}

function toPattern(searched: string, match: TextSearch['match']): string {
  if (match === 'exact') return SEPARATOR + searched + SEPARATOR
  return match === 'prefix' ? SEPARATOR + searched : searched
}

// Yields the places of the texts in which, or directly before which, a pattern is found.
function* findPlaces(joined: string, starts: Uint32Array, pattern: string): Iterable<number> {
  let found = joined.indexOf(pattern)
  while (found !== -1) {
    const end = found + pattern.length - 1
    const place = findFirst(starts.length, (index) => (starts[index] as number) > end) - 1
    yield place
    const next = starts[place + 1]
    if (next === undefined) return
    // Continues with the first find that reaches into the next text, so that no text is found twice.
    found = joined.indexOf(pattern, Math.max(next - pattern.length + 1, found + 1))
  }
}
