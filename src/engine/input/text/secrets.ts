// What is secret, and how it is hidden wherever requests and responses leave the simulator: archives, copies, logs.

import { HIDDEN, isSecretName, isSecretParameter, USER } from './secret-names.ts'

/** Replaces the secrets in the parts of a message, and in later parts whatever was one in an earlier part. */
export interface Hiding {
  header(name: string, value: string): string
  /** @param query percent-encoded, without the question mark */
  query(query: string): string
  /** @param url percent-encoded, with or without an origin */
  url(url: string): string
  /** Hides them in any text, such as a body of any type, also in the beginning of one. */
  text(text: string): string
}

const NAME = /^(?:name|key)$/i
const VALUE = /^value$/i
// Shorter secrets can be parts of usual words.
const LEAST_REPEATED = 6
const MOST_REPEATED = 50
// Nobody writes texts in texts more often, and each level is read again.
const MOST_LEVELS = 8

/** What is known while a text is read. */
interface Reading {
  see(secret: string): void
  readonly level: number
}

/** Creates what hides the secrets of a request and its response. */
export function createHiding(): Hiding {
  const spellings = new Set<string>()
  const see = (secret: string): void => {
    const rest = secret.replace(/^\w+ +/, '')
    for (const text of [secret, rest, ...rest.split(/;\s*/).map((part) => part.slice(part.indexOf('=') + 1))]) {
      if (text.length < LEAST_REPEATED || text === HIDDEN || spellings.size > MOST_REPEATED) continue
      for (const spelling of [text, JSON.stringify(text).slice(1, -1), encode(text)]) spellings.add(spelling)
    }
  }
  const hideRepeated = (text: string): string => {
    const found = [...spellings].filter((each) => text.includes(each)).toSorted((a, b) => b.length - a.length)
    if (found.length === 0) return text
    // Neither a part of a word nor the name of a field.
    const any = found.map((each) => each.replace(/[^\w\s]/g, '\\$&')).join('|')
    return text.replace(new RegExp(`(?<!\\w)(?:${any})(?!\\w|"\\s*:)`, 'g'), HIDDEN)
  }
  const reading = { see, level: 0 }
  return {
    header(name, value) {
      if (!isSecretName(name)) return hideRepeated(hideInText(value, reading))
      see(value)
      return HIDDEN
    },
    query: (query) => hideRepeated(hideInQuery(query, reading)),
    url: (url) => hideRepeated(hideInUrl(url, reading)),
    text: (text) => hideRepeated(hideInText(text, reading)),
  }
}

export const NOTHING_HIDDEN: Hiding = {
  header: (_name, value) => value,
  query: (query) => query,
  url: (url) => url,
  text: (text) => text,
}

/** Creates what hides the secrets of a response, also those that its request has sent. */
export function hideSeen({ query, body, request }: SeenRequest): Hiding {
  const hiding = createHiding()
  for (const [name, value] of request.headers) hiding.header(name, value)
  hiding.query(query)
  hiding.text(body ?? '')
  return hiding
}

interface SeenRequest {
  readonly query: string
  readonly body: string | null
  readonly request: { readonly headers: readonly (readonly [name: string, value: string])[] }
}

/** Hides the secrets in a URL or a part of one, for a log or a message. */
export function hideSecrets(url: string): string {
  // Most targets are a path that has nothing to read.
  return /[?=:@%"]/.test(url) ? hideInUrl(url, { see: () => undefined, level: 0 }) : url
}

function hideInUrl(url: string, reading: Reading): string {
  const [place = '', ...queries] = url.split('?')
  const decoded = decode(place)
  const shown = hideInText(decoded, reading)
  return [shown === decoded ? place : encodeURI(shown), ...queries.map((each) => hideInQuery(each, reading))].join('?')
}

function hideInQuery(query: string, reading: Reading): string {
  const parameters = query.split('&').map((text) => {
    const [name = '', ...value] = text.split('=')
    return { text, written: name, name: decode(name), value: value.length === 0 ? null : decode(value.join('=')) }
  })
  const isOfSecret = parameters.some(({ name, value }) => NAME.test(name) && isSecretName(value ?? ''))
  return parameters
    .map(({ text, written, name, value }) => {
      const isSecret = isSecretParameter(name) || (isOfSecret && VALUE.test(name))
      if (isSecret && value !== null) reading.see(value)
      const shown = isSecret && value !== null ? HIDDEN : hideInner(value ?? name, reading)
      if (shown === (value ?? name)) return text
      return `${value === null ? '' : `${written}=`}${encode(shown)}`
    })
    .join('&')
}

// As in forms. What is no UTF-8 is read all the same.
function decode(text: string): string {
  return new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('') ?? ''
}

// A lone surrogate has no encoding.
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

function hideInner(text: string, { see, level }: Reading): string {
  return level === MOST_LEVELS ? HIDDEN : hideInText(text, { see, level: level + 1 })
}

const FORM = /^\s*[\w.%[\]$+-]+=[^\n]*$/

function hideInText(text: string, reading: Reading): string {
  if (!/[":=@]/.test(text)) return text
  if (FORM.test(text)) return hideInQuery(text, reading)
  return hideInWords(text.includes('"') ? hideInJson(text, reading) : text, reading)
}

const PART = /(\bname="?([^"\r\n;]*)"?[^\r\n]*(?:\r?\n[^\r\n]+){0,9}\r?\n\r?\n)([\s\S]*?)(?=\r?\n--|$)/gi
// A name, what separates it, and a value, which may be quoted or follow the name of a scheme.
const ASSIGNMENT =
  /(?<![\w.$%[\]-])([\w.$%[\]-]+)(\\*["']?[ \t]*[:=][ \t]*)("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|(?![[{])(?:(?:bearer|basic|token|digest) +)?(?:\\.|[^\s&"'\\])+)/gis

/** Hides secrets in what is no JSON, such as the parts of a form, and in JSON that is broken. */
function hideInWords(text: string, { see }: Reading): string {
  const named = text.replace(ASSIGNMENT, (all, name: string, separator: string, value: string) => {
    const [quote = ''] = /^["']/.exec(value) ?? []
    // A literal of JSON.
    const isLiteral = quote === '' && /["']/.test(separator)
    if (isLiteral || value.includes(HIDDEN) || !isSecretName(decode(name))) return all
    see(value.slice(quote.length))
    return `${name}${separator}${quote}${HIDDEN}${quote}`
  })
  const parts = /\bform-data\b/i.test(named) ? named.replace(PART, (...part: string[]) => hideInPart(part, see)) : named
  return parts.replace(USER, (_all, scheme: string, user: string) => {
    see(decode(user.slice(user.indexOf(':') + 1)))
    return scheme
  })
}

function hideInPart([all = '', head = '', name = '', value = '']: readonly string[], see: Reading['see']): string {
  if (!isSecretParameter(name)) return all
  see(value)
  return head + HIDDEN
}

const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[{}[\]:,]|\s+|[^\s"{}[\]:,]+/gs

/** An object or a list that is open where a text is read. */
interface Open {
  readonly isList: boolean
  readonly start: number
  /** Whether its objects have names that are no secrets. */
  readonly hasNames: boolean
  key?: string | undefined
  /** Where the value of the key begins. */
  begins?: number
  /** The name that it gives to its value. */
  name?: string
  value?: Range
  /** Whether it is about a secret, as an error that repeats the input. */
  isAbout?: boolean
  input?: Range
}

type Range = readonly [start: number, end: number]

/**
 * Hides secrets in JSON. Objects and lists keep their form, so that the rest can be read and sent again. It works on
 * the tokens, because a body may be cut or broken, and the rest of it stays as it was sent.
 */
function hideInJson(text: string, reading: Reading): string {
  const tokens = text.match(TOKEN) ?? []
  // How many hidden ranges begin at a token, minus how many end there.
  const changes = new Int32Array(tokens.length + 1)
  const kept = new Set<number>()
  const hide = ([start, end]: Range): void => {
    changes[start] = (changes[start] ?? 0) + 1
    changes[end] = (changes[end] ?? 0) - 1
  }
  const open: Open[] = [{ isList: false, start: 0, hasNames: false }]
  const top = (): Open => open[open.length - 1] as Open
  const endValue = (range: Range): void => {
    const { key, isList } = top()
    if (isList || key === undefined) return
    if (isSecretName(key)) hide(range)
    const value = tokens[range[0]] ?? ''
    if (NAME.test(key) && value.startsWith('"')) {
      top().name = readString(value)
      if (open.at(-2)?.hasNames === true) kept.add(range[0])
    } else if (VALUE.test(key)) top().value = range
    else if (key === 'input') top().input = range
    else if (key === 'loc') top().isAbout = tokens.slice(...range).some((each) => isSecretPlace(each))
  }
  const close = (end: number, isCut: boolean): void => {
    const { start, name, value, input, isAbout } = open.length > 1 ? (open.pop() as Open) : top()
    if (value !== undefined && (name === undefined ? isCut : isSecretName(name))) hide(value)
    if (input !== undefined && isAbout === true) hide(input)
    endValue([start, end])
  }
  tokens.forEach((token, index) => {
    if (token === '{' || token === '[') {
      const hasNames = token === '[' && /s$/i.test(top().key ?? '') && isSecretName(top().key ?? '')
      open.push({ isList: token === '[', start: index, hasNames })
    } else if (token === '}' || token === ']') close(index + 1, false)
    else if (token === ',') top().key = undefined
    else if (isLeaf(token)) {
      if (isKey(tokens, index)) top().key = readString(token)
      else endValue([index, index + 1])
    }
  })
  while (open.length > 1) close(tokens.length, true)
  let depth = 0
  return tokens
    .map((token, index) => {
      depth += changes[index] ?? 0
      if (!isLeaf(token) || isKey(tokens, index) || kept.has(index)) return token
      if (depth > 0) return hideLeaf(token, reading)
      return token.startsWith('"') ? hideInString(token, reading) : token
    })
    .join('')
}

function isLeaf(token: string): boolean {
  return !/^[\s{}[\]:,]/.test(token)
}

function isKey(tokens: readonly string[], index: number): boolean {
  const next = index + (/^\s/.test(tokens[index + 1] ?? '') ? 2 : 1)
  return tokens[next] === ':' && (tokens[index] ?? '').startsWith('"')
}

// The value of a pair can have any name.
function isSecretPlace(token: string): boolean {
  return token === '"value"' || isSecretName(readString(token))
}

function hideLeaf(token: string, { see }: Reading): string {
  if (/^(?:null|true|false)$/.test(token)) return token
  see(readString(token))
  return `"${HIDDEN}"`
}

function hideInString(token: string, reading: Reading): string {
  const text = readString(token)
  const shown = hideInner(text, reading)
  return shown === text ? token : JSON.stringify(shown)
}

/** Reads a string of JSON. It may be cut or have escapes that are none. */
function readString(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token.replace(/^"|"$/g, '').replace(/\\u([\da-f]{4})|\\(.)/gis, (_all, code?: string, escaped = '') =>
      code === undefined ? escaped : String.fromCharCode(Number.parseInt(code, 16)),
    )
  }
}
