// Replaces ids, digests, numbers and random texts by others of the same form.

import type { Guard } from './guard.ts'
import { createImages, type Image } from './images.ts'
import type { DrawBelow, ReplacementKey } from './key.ts'
import { splitText } from './split-text.ts'

/** What replaces texts that have a form, but no words. */
export type FormImages = ReturnType<typeof createFormImages>

const HEX_DIGITS = '0123456789abcdef'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
// After so many attempts, a form has probably no other text left. Then another character is added.
const ATTEMPTS_PER_LENGTH = 400
const ATTEMPTS_PER_NUMBER = 40
const MOST_MORE_DIGITS = 3
const ATTEMPTS_PER_CHARACTER = 50
// Longer texts of the input are not looked for while a text is drawn, but when it is complete.
const LONGEST = 200

/** Creates what replaces texts that have a form. */
export function createFormImages(key: ReplacementKey, guard: Guard) {
  const isFine = (image: string) => !guard.reveals(image)
  const uuid = createImages({ kind: 'uuid', key, draw: drawUuid, isFine })
  const hex = createImages({ kind: 'hex', key, draw: drawHex, isFine: (image) => isFine(image) && isClearlyHex(image) })
  const address = createImages({ kind: 'address', key, draw: drawAddress, isFine })
  const digits = createImages({ kind: 'digits', key, draw: drawDigits, isFine })
  const number = createImages({
    kind: 'number',
    key,
    draw: drawNumber,
    isFine: (image, text) => isFine(image) && image !== text && image !== 'Infinity' && image !== '-Infinity',
  })
  const random = createImages({
    kind: 'random',
    key,
    draw: (text, below, attempt) => drawText(text, { below, guard, attempt, uuid }),
    isFine: (image, text) => isFine(image) && image !== text,
  })
  return {
    uuid: (text: string) => likeCase(text, uuid(text.toLowerCase())),
    hex: (text: string) => likeCase(text, hex(text.toLowerCase())),
    address,
    digits,
    /** Replaces a number of JSON: its sign, its point and its exponent stay. */
    number,
    /** Replaces random text. Every letter and digit is replaced, and signs stay. */
    random: (text: string) => (/[\p{L}\p{N}]/u.test(text) ? random(text) : text),
  }
}

function likeCase(text: string, image: string): string {
  const isUpper = text !== text.toLowerCase() && text === text.toUpperCase()
  return isUpper ? image.toUpperCase() : image
}

// The version and the variant are part of the form.
function drawUuid(text: string, below: DrawBelow): string {
  return Array.from(text, (character, place) => {
    if (character === '-' || place === 14) return character
    return place === 19 && '89ab'.includes(character) ? (HEX_DIGITS[8 + below(4)] ?? '') : drawHexDigit(below)
  }).join('')
}

function drawHex(text: string, below: DrawBelow): string {
  return Array.from(text, () => drawHexDigit(below)).join('')
}

function drawHexDigit(below: DrawBelow): string {
  return HEX_DIGITS[below(HEX_DIGITS.length)] ?? ''
}

// Otherwise, a digest could be taken for a number or a word.
function isClearlyHex(image: string): boolean {
  return /\d/.test(image) && /[a-f]/.test(image)
}

// These addresses are reserved for benchmarks.
function drawAddress(_text: string, below: DrawBelow): string {
  return `198.${18 + below(2)}.${below(256)}.${below(256)}`
}

// A number from 1 to 5 comes first, so that the number of a port is one again.
function drawDigits(text: string, below: DrawBelow, attempt: number): string {
  const more = Math.min(MOST_MORE_DIGITS, Math.floor(attempt / ATTEMPTS_PER_NUMBER))
  const first = text.startsWith('0') ? '0' : String(1 + below(5))
  const digits = first + Array.from({ length: text.length + more - 1 }, () => below(10)).join('')
  // Thousands of numbered records leave no other number, so letters divide this one.
  return more < MOST_MORE_DIGITS
    ? digits
    : digits.replace(/\d{3}(?=\d)/g, (part) => part + LETTERS[below(LETTERS.length)])
}

// A zero that begins or ends a number would be left out when it is written.
function drawNumber(text: string, below: DrawBelow, attempt: number): string {
  const [mantissa = '', exponent = '0'] = text.split('e')
  const more = '1'.repeat(Math.floor(attempt / ATTEMPTS_PER_NUMBER))
  const drawn = (mantissa + more).replace(/(?<!^-?)\d|[1-9]/g, () => String(1 + below(9)))
  return String(Number(`${drawn}e${exponent}`))
}

interface Drawing {
  readonly below: DrawBelow
  readonly guard: Guard
  readonly attempt: number
  readonly uuid: Image
}

function drawText(text: string, drawing: Drawing): string {
  const { attempt, below, uuid } = drawing
  let run = ''
  const drawn = splitText(text).map(({ kind, text: piece }) => {
    if (kind === 'sign' || kind === 'uuid') {
      run = ''
      return kind === 'sign' ? piece : likeCase(piece, uuid(piece.toLowerCase()))
    }
    const characters = Array.from(piece, (character) => {
      const next = drawCharacter(character, run, drawing)
      run = next === '.' ? '' : (run + next).slice(-LONGEST)
      return next
    })
    return characters.join('')
  })
  const more = Array.from({ length: Math.floor(attempt / ATTEMPTS_PER_LENGTH) }, () => LETTERS[below(LETTERS.length)])
  return drawn.join('') + more.join('')
}

/** Draws a character like another one. Together with those before it, it forms no text of the input. */
function drawCharacter(character: string, before: string, { below, guard }: Drawing): string {
  // An address has dots.
  if (character === '.') return character
  let drawn = ''
  for (let attempt = 0; attempt < ATTEMPTS_PER_CHARACTER; attempt += 1) {
    drawn = drawLike(character, below)
    if (!guard.endsWith(before + drawn)) break
  }
  return drawn
}

function drawLike(character: string, below: DrawBelow): string {
  if (/\p{N}/u.test(character)) return String(below(10))
  const letter = LETTERS[below(LETTERS.length)] ?? ''
  return /\p{Lu}/u.test(character) ? letter.toUpperCase() : letter
}
