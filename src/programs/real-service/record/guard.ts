import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { timestampSchema } from '../../../engine/input/schemas/timestamp.ts'
import { type Piece, splitRuns, splitText } from './split-text.ts'

/** Knows all texts of the input. */
export type Guard = ReturnType<typeof createGuard>

/** Shorter texts are in every other text. */
const LEAST_LENGTH = 4

const NONE: ReadonlySet<string> = new Set<string>()

interface GuardedTexts<Texts> {
  /** Words and numbers, which may not appear within others either. */
  readonly words: Texts
  /** Ids, digests, random texts and hosts, which may not appear as a whole. */
  readonly wholes: Texts
  readonly times: Texts
}

const KINDS = ['words', 'wholes', 'times'] as const

/** Creates what knows the texts of the input, except those that may appear in the output, with all of their words. */
export function createGuard(texts: Iterable<string>, kept: Iterable<string> = []) {
  const known = { words: new Set<string>(), wholes: new Set<string>(), times: new Set<string>() }
  const change = (text: string, how: 'add' | 'delete') => {
    const parts = takeApart(text)
    for (const kind of KINDS) for (const part of parts[kind]) known[kind][how](part)
  }
  for (const text of texts) change(text, 'add')
  for (const text of kept) change(text, 'delete')
  return createSearch(known)
}

function createSearch({ words, wholes, times }: GuardedTexts<ReadonlySet<string>>) {
  const lengths = [...new Set([...words].map(({ length }) => length))].sort((a, b) => a - b)
  const startsAt = (word: string, start: number) =>
    lengths.some((length) => start + length <= word.length && words.has(word.slice(start, start + length)))
  const contains = (text: string) => {
    const word = text.toLowerCase()
    for (let start = 0; start + LEAST_LENGTH <= word.length; start += 1) if (startsAt(word, start)) return true
    return false
  }
  return {
    /** Whether a word or a number contains one of the input. */
    contains,
    /** Whether a word or a number ends with one of the input. */
    endsWith(text: string) {
      const word = text.toLowerCase()
      return lengths.some((length) => length <= word.length && words.has(word.slice(-length)))
    },
    /** Whether a text contains text of the input, other than words that are allowed. */
    reveals(text: string, allowed = NONE) {
      const parts = takeApart(text)
      const isKnown = (word: string) => !allowed.has(word) && contains(word)
      const isWhole = parts.wholes.some((each) => wholes.has(each)) || parts.times.some((each) => times.has(each))
      return isWhole || parts.words.some(isKnown)
    },
    /** Whether a date-time is one of the input. */
    hasTime: (time: string) => times.has(time),
  }
}

// With a dot, and more than numbers: `api.example.com`, but not `0.7.28`.
const HOST = /(?<![\p{L}\p{N}._-])(?=[\p{N}._-]*\p{L})[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu

/** Lists what could be the name of a host, in lower case. */
function listHosts(text: string): string[] {
  return (text.match(HOST) ?? []).map((host) => host.toLowerCase())
}

/** Takes a text apart into words, ids and hosts, all of them in lower case and long enough to be told from others. */
function takeApart(text: string): GuardedTexts<readonly string[]> {
  const time = readTime(text)
  if (time !== undefined) return { words: [], wholes: [], times: [time] }
  const pieces = splitText(text)
  const words = pieces.flatMap(listWords)
  const wholes = pieces.filter(({ kind }) => WHOLE.has(kind)).map((piece) => piece.text.toLowerCase())
  return { words: words.filter(isLong), wholes: [...wholes, ...listHosts(text)].filter(isLong), times: [] }
}

const WHOLE: ReadonlySet<Piece['kind']> = new Set<Piece['kind']>(['uuid', 'address', 'hex', 'mixed'])

function listWords({ kind, text }: Piece): string[] {
  if (kind === 'letters' || kind === 'digits') return [text.toLowerCase()]
  return kind === 'mixed' ? splitRuns(text).map((piece) => piece.text.toLowerCase()) : []
}

function isLong({ length }: string): boolean {
  return length >= LEAST_LENGTH
}

const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/
const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/

/** Returns a date-time in the form of records; undefined for any other text. */
function readTime(text: string): string | undefined {
  if (!TIME.test(text)) return undefined
  const parsed = timestampSchema.safeParse(`${text.replace(' ', 'T')}${OFFSET.test(text) ? '' : 'Z'}`)
  return parsed.success ? parsed.data : undefined
}

/** Lists the words of a text, as a guard compares them. */
export function listGuardedWords(text: string): readonly string[] {
  return takeApart(text).words
}

/** Lists all texts and numbers within JSON, and the names of all fields. */
export function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value)
  if (Array.isArray(value)) for (const item of value) yield* listTexts(item)
  else if (isRecord(value)) for (const field of Object.entries(value)) yield* listTexts(field)
}
