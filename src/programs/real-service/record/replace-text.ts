// Replaces the text of a field, as its kind says.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import type { PlainKind, TextKind } from '../../../service/resources/text-kinds.ts'
import { isKnownName } from './find-leak.ts'
import { createFormImages, type FormImages } from './form-images.ts'
import type { Guard } from './guard.ts'
import { createImages, createWordImages, type Image } from './images.ts'
import type { ReplacementKey } from './key.ts'
import { isContract, plainKindOf } from './kinds.ts'
import { type Piece, splitText } from './split-text.ts'

/** What decides what replaces a text. */
export interface ReplacementOptions {
  readonly key: ReplacementKey
  readonly guard: Guard
  /** The texts whose words a search must find as often as before. */
  readonly searched: readonly string[]
  /** The kinds that stay. */
  readonly kept: ReadonlySet<PlainKind>
}

/** Creates what replaces texts. Equal texts of a kind are replaced alike, and different ones differently. */
export function createReplacer({ key, guard, searched, kept }: ReplacementOptions) {
  const forms = createFormImages(key, guard)
  const words = createWords(forms, createWordImages({ key, guard, searched: searched.flatMap(listLetters) }), guard)
  const replaceKind = createKinds(forms, words)
  return {
    text(text: string, kind: TextKind): string {
      const isWord = isContract(kind) && (kind.words.includes(text) || kind.form?.test(text) === true)
      const plain = plainKindOf(kind)
      return isWord || kept.has(plain) ? text : replaceKind[plain](text)
    },
    /** Replaces all values of JSON, and the names of its fields, except those that are known. */
    freeForm: createFreeForm(createNames(words, { key, guard }), forms),
  }
}

/** Replaces the words, the numbers and the ids in a text. */
type Words = (text: string, options?: { readonly allDigits?: boolean }) => string

// Shorter numbers are in every text, and those of `v2` and `agent-17` are part of the form of a name.
const LEAST_DIGITS = 4
// So many in a text can be a telephone number or an address, whatever divides them.
const MOST_SHORT_DIGITS = 4

function createWords(forms: FormImages, imageOfWord: Image, { contains }: Guard): Words {
  const { random, digits, number: _number, ...others } = forms
  const images: Readonly<Record<Piece['kind'], (text: string, leastDigits: number) => string>> = {
    ...others,
    sign: (text) => text,
    letters: (text) => replaceWord(text, imageOfWord),
    digits: (text, least) => (text.length >= least ? digits(text) : text),
    mixed: random,
  }
  return (text, { allDigits = false } = {}) => {
    const hasMany = (text.match(/\p{N}/gu)?.length ?? 0) > MOST_SHORT_DIGITS
    const least = allDigits || hasMany ? 1 : LEAST_DIGITS
    const replaced = splitText(text).map(({ kind, text: piece }) => images[kind](piece, least))
    // Where two meet, they may form another word of the input.
    const meets = (one: string, other: string) => contains(one + other) && !contains(one) && !contains(other)
    return replaced.reduce(
      (before, next, index) => before + (meets(replaced[index - 1] ?? '', next) ? '_' : '') + next,
      '',
    )
  }
}

type Shape = (word: string) => string

const shapes: readonly Shape[] = [
  (word) => word,
  (word) => word.replace(/^./u, (first) => first.toUpperCase()),
  (word) => word.toUpperCase(),
]

/** Finds the word in lower case, and how it is written. A word that is written otherwise is another word. */
function findShape(word: string): { readonly lower: string; readonly shape: Shape } {
  const lower = word.toLowerCase()
  const shape = shapes.find((each) => each(lower) === word)
  return shape === undefined ? { lower: word, shape: (same) => same } : { lower, shape }
}

function replaceWord(word: string, imageOf: Image): string {
  const { lower, shape } = findShape(word)
  return shape(imageOf(lower))
}

function listLetters(text: string): string[] {
  const words = splitText(text).filter(({ kind }) => kind === 'letters')
  return words.map((piece) => findShape(piece.text).lower)
}

const SHORT_VERSION = /^\d{1,3}(?:\.\d{1,3}){0,2}(?![\p{N}\p{L}.])/u
const HEX = /^(?:[\da-f]{7,}|[\dA-F]{7,})$/

function createKinds(forms: FormImages, words: Words): Readonly<Record<PlainKind, (text: string) => string>> {
  const byWords = (text: string) => words(text)
  const { random } = forms
  return {
    id: (text) => words(text, { allDigits: true }),
    name: byWords,
    owner: byWords,
    branch: byWords,
    path: byWords,
    image: byWords,
    variable: byWords,
    url: (text) => replaceUrl(text, words, random),
    email: (text) => text.replace(/^([^@]*)(@?)([^@]*)(.*)$/s, (_, ...parts: string[]) => replaceEmail(parts, words)),
    version: (text) => replaceVersion(text, words),
    digest: (text) => (HEX.test(text) ? forms.hex(text) : words(text)),
    environment: random,
    command: random,
    secret: random,
    opaque: random,
    // They are moved before anything else is replaced, and nothing else remains in their fields.
    time: (text) => text,
    deadline: (text) => text,
  }
}

function replaceEmail([account = '', at = '', host = '', rest = '']: readonly string[], words: Words): string {
  return words(account) + at + (at === '' ? words(host) : replaceHost(host, words)) + words(rest)
}

const URL_PARTS = /^([a-z][a-z\d+.-]*:\/\/)(?:([^@/?#]*)@)?([^/:?#@]*)(.*)$/is

// Credentials are in front of the host.
function replaceUrl(text: string, words: Words, random: Image): string {
  const [, scheme, user, host = '', rest = ''] = URL_PARTS.exec(text) ?? []
  if (scheme === undefined) return words(text)
  const credentials = user === undefined ? '' : `${random(user)}@`
  return words(scheme) + credentials + replaceHost(host, words) + words(rest)
}

const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/

// Nobody can own a name that ends with this.
function replaceHost(host: string, words: Words): string {
  return host === '' || ADDRESS.test(host) ? words(host) : `${words(host)}.example`
}

function replaceVersion(text: string, words: Words): string {
  const [version = ''] = SHORT_VERSION.exec(text) ?? []
  return version + words(text.slice(version.length), { allDigits: true })
}

/** Creates what replaces the names of fields. No two of an object become the same one. */
function createNames(words: Words, { key, guard }: Pick<ReplacementOptions, 'key' | 'guard'>): Image {
  const image = createImages({
    kind: 'field',
    key,
    draw: (name, _below, attempt) => words(name, { allDigits: true }) + '_'.repeat(attempt),
    isFine: (each) => !isKnownName(each) && !guard.reveals(each),
  })
  return (name) => (isKnownName(name) ? name : image(name))
}

/** Creates what replaces the names and the values of JSON. */
function createFreeForm(named: Image, { number, random }: FormImages): (value: unknown) => unknown {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return random(value)
    if (typeof value === 'number') return replaceNumber(value, number)
    if (Array.isArray(value)) return value.map(replace)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [named(name), replace(field)]))
  }
  return replace
}

function replaceNumber(value: number, number: Image): number {
  const text = String(value)
  const [mantissa = ''] = text.split('e')
  return mantissa.replace(/\D/g, '').length < LEAST_DIGITS ? value : Number(number(text))
}
