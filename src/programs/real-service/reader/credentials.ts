// The credentials for a real service: headers, how they are written, and how they are kept out of every text.

import { OptionError } from '../../../engine/input/options/option-error.ts'

export type Header = readonly [name: string, value: string]

/** The credentials of a reader, without their values. */
export type Credentials = ReturnType<typeof createCredentials>

const HIDDEN = '[hidden]'
// Shorter texts are parts of usual words.
const LEAST_HIDDEN = 4
// A shorter value, such as the name of a region, may be a value of records, too.
const LEAST_SECRET = 16
const OF_ID = /-id$/i

/** Checks the headers with the credentials, and keeps their values. @throws OptionError without their values */
export function createCredentials(headers: Readonly<Record<string, string>>, ofProxy = '') {
  const all = Object.entries(headers)
  for (const [name, value] of all) assertHeader(name, value, 'use the credentials')
  const secret = all.filter(([name]) => !OF_ID.test(name))
  return {
    /** The names of the headers. */
    names: all.map(([name]) => name),
    /** Replaces the values in a text that people or files get. */
    hide: createHiding([...all, ['', ofProxy]], LEAST_HIDDEN),
    /** Replaces the values in what the service sent, as far as they are secret: an id is also a field of its records. */
    hideSecrets: createHiding([...secret, ['', ofProxy]], LEAST_SECRET),
  }
}

/** Parses `NAME: VALUE`. @throws OptionError that names the source, and does not contain the value */
export function parseHeader(text: string, source: string): Header {
  const attempt = `read ${source}`
  const colon = text.indexOf(':')
  if (colon < 0)
    throw buildCredentialsError(attempt, 'there is no colon', 'Allowed: NAME: VALUE, such as X-Api-Key: my-key.')
  const [name, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
  assertHeader(name, value, attempt)
  return [name, value]
}

/** Joins headers. Of those with the same name, the last one counts. */
export function joinHeaders(headers: readonly Header[]): Readonly<Record<string, string>> {
  return Object.fromEntries(new Map(headers.map((header) => [header[0].toLowerCase(), header])).values())
}

export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text)
}

// They belong to the connection and the body, or replace the method.
const FORBIDDEN = /^(?:connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$|method/i

function assertHeader(name: string, value: string, attempt: string): void {
  // A name that is none may be the value.
  if (!isHeaderName(name)) {
    throw buildCredentialsError(
      attempt,
      'what comes before the colon is not the name of a header',
      'Allowed: NAME: VALUE.',
    )
  }
  if (FORBIDDEN.test(name)) {
    throw buildCredentialsError(
      attempt,
      `${name} is not a header of credentials`,
      'Allowed: headers such as X-Api-Key.',
    )
  }
  if (value.trim() === '') throw buildCredentialsError(attempt, `${name} has no value`, 'Write it after the colon.')
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw buildCredentialsError(
      attempt,
      `the value of ${name} has characters that no header can have`,
      'Write it on one line.',
    )
  }
}

function buildCredentialsError(attempt: string, received: string, advice: string): OptionError {
  return new OptionError({ attempt, received, advice })
}

function createHiding(headers: readonly Header[], least: number): (text: string) => string {
  const texts = headers
    .flatMap(([, value]) => listParts(value))
    .filter((part) => part.length >= least)
    .flatMap((part) => [part, [...part].reverse().join('')])
    .flatMap(listSpellings)
    .flatMap(listEscapes)
    .filter((spelling) => spelling.length >= least)
  if (texts.length === 0) return (text) => text
  // A long one may contain a short one.
  const longestFirst = [...new Set(texts)].toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(longestFirst.map((each) => each.replace(/[^\w\s]/g, '\\$&')).join('|'), 'gi')
  return (text) => text.replace(pattern, HIDDEN)
}

/** Lists a value, and the parts of it that are secret on their own. */
function listParts(value: string): string[] {
  const [, scheme = '', rest = value] = /^([a-z]+) +(.+)$/i.exec(value) ?? []
  const parts = rest.split(/[\s;,]+/)
  return [value, rest, ...parts, ...parts.map(skipName), ...(/^basic$/i.test(scheme) ? decodeBasic(rest) : [])]
}

function skipName(part: string): string {
  return part.slice(part.indexOf('=') + 1)
}

function decodeBasic(text: string): string[] {
  const pair = Buffer.from(text, 'base64').toString()
  return [pair, pair.slice(pair.indexOf(':') + 1)]
}

function listSpellings(text: string): string[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  const encoded = encodeURIComponent(text)
  const inBase64 = [bytes.toString('base64'), ...[0, 1, 2].map((before) => encodeWithin(bytes, before))]
  return [
    text,
    encoded,
    encodeURIComponent(encoded),
    new URLSearchParams([['', text]]).toString().slice(1),
    hex.replace(/../g, '%$&'),
    hex,
    ...inBase64.flatMap((each) => [each, each.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(each)]),
  ]
}

// Some services write JSON for web pages.
function listEscapes(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [text, json, json.replaceAll('/', '\\/'), json.replaceAll('+', '\\u002b')]
}

/** Writes what Base64 has of some bytes whatever stands around them, such as in `user:key`. @param before modulo 3 */
function encodeWithin(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}
