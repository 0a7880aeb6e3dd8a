// What is secret, and how it is hidden wherever requests and responses leave the simulator: archives, copies, logs.

import {
  HIDDEN,
  hideKnown,
  isSecretName,
  isSecretParameter,
  MAY_BE_SECRET,
  PAIR_NAME,
  USER,
  VALUE,
} from './secret-names.ts'

const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[{}[\]:,]|\s+|[^\s"{}[\]:,]+/gs

const MOST_OF_PLACE = 100

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

// Shorter secrets can be parts of usual words.
const LEAST_REPEATED = 6
const MOST_REPEATED = 50
// Nobody writes texts in texts more often, and each level is read again.
const MOST_LEVELS = 8

/** What is known while a text is read. */
interface SecretReading {
  see(secret: string): void
  readonly level: number
}

/**
 * Creates what hides the secrets of a request and its response.
 *
 * @param own the headers that a service declares as credentials, whatever they are called
 */
export function createHiding(own: readonly string[] = []): Hiding {
  const ofService = new Set(own.map((name) => name.toLowerCase()))
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
      if (!isSecretName(name, true) && !ofService.has(name.toLowerCase()))
        return hideRepeated(hideInText(value, reading))
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

/** Creates what hides the secrets of a response, also those that its request has sent. @param own as for `createHiding` */
export function hideSeen({ path, query, body, request }: SeenRequest, own?: readonly string[]): Hiding {
  const hiding = createHiding(own)
  for (const [name, value] of request?.headers ?? []) hiding.header(name, value)
  hiding.url(`${path}?${query}`)
  hiding.text(body ?? '')
  return hiding
}

interface SeenRequest {
  readonly path: string
  readonly query: string
  readonly body: string | null
  readonly request?: { readonly headers: readonly (readonly [name: string, value: string])[] }
}

/** Hides the secrets in a URL or a part of one, for a log or a message. */
export function hideSecrets(url: string): string {
  // Every request is logged, and most have nothing to hide.
  return MAY_BE_SECRET.test(url) ? hideInUrl(url, { see: () => undefined, level: 0 }) : hideKnown(url)
}

// Behind a segment with the name of a secret. A word is none, and a UUID is the id of a record.
const SEGMENT = /(?<=\/([\w.-]+)\/)(?!\w{8}-\w{4}-)(?=[\w.~-]*\d)(?=[\w.~-]*[a-z])[\w.~-]{16,}(?=\/|$)/gi

function hideInUrl(url: string, reading: SecretReading): string {
  const [place = '', ...queries] = url.split('?')
  const decoded = decode(place)
  const shown = hideInText(decoded, reading).replace(SEGMENT, (segment, name: string) => {
    if (!isSecretName(name)) return segment
    reading.see(segment)
    return HIDDEN
  })
  return [shown === decoded ? place : encodeURI(shown), ...queries.map((each) => hideInQuery(each, reading))].join('?')
}

function hideInQuery(query: string, reading: SecretReading): string {
  const parameters = query.split('&').map((text) => {
    const [name = '', ...value] = text.split('=')
    return { text, written: name, name: decode(name), value: value.length === 0 ? null : decode(value.join('=')) }
  })
  const isOfSecret = parameters.some(({ name, value }) => PAIR_NAME.test(name) && isSecretName(value ?? ''))
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

function hideInner(text: string, { see, level }: SecretReading): string {
  return level === MOST_LEVELS ? HIDDEN : hideInText(text, { see, level: level + 1 })
}

const FORM = /^\s*[\w.%[\]$+-]+=[^\n]*$/

function hideInText(given: string, reading: SecretReading): string {
  const text = hideKnown(given)
  if (!/[":=@<]|--/.test(text)) return text
  if (FORM.test(text)) return hideInQuery(text, reading)
  return hideInWords(
    text.includes('"') ? hideInJson(text, { see: reading.see, hide: (each) => hideInner(each, reading) }) : text,
    reading,
  )
}

const PART = /(\bname="?([^"\r\n;]*)"?[^\r\n]*(?:\r?\n[^\r\n]+){0,9}\r?\n\r?\n)([\s\S]*?)(?=\r?\n--|$)/gi
// A name with what separates it from its value, which may be quoted or follow the name of a scheme.
const NAMED = /(?<![\w.$%[\]-])([\w.$%[\]-]+)(\\*["']?[ \t]*[:=][ \t]*)/g
const VALUE_OF_NAME =
  /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|(?![[{])(?:(?:bearer|basic|token|digest) +)?(?:\\.|[^\s&"'\\])+/isy
// An option of a command with its value in the next word.
const OPTION = /(?<![^\s"'])(--[\w.-]+)([ \t]+)(?!-)("[^"]*"|'[^']*'|[^\s"']+)/g
// Of curl and others, but not the ids of a user and a group.
const USER_OPTION = /(\s(?:-u|--(?:proxy-)?user)[ =]?["']?[^\s:"']+:)(?!\d+(?:\s|$))([^\s"']+)/g
const ENCODED_URL = /(?<![^\s"'<>])[^\s"'<>]*%3a%2f%2f[^\s"'<>]*/gi

/** Hides secrets in what is no JSON, such as the parts of a form, and in JSON that is broken. */
function hideInWords(text: string, reading: SecretReading): string {
  const { see } = reading
  const named = hideNamed(hideInElements(text, see), see)
  const parts = /\bform-data\b/i.test(named) ? named.replace(PART, (...part: string[]) => hideInPart(part, see)) : named
  const decoded = /%3a%2f%2f/i.test(parts) ? parts.replace(ENCODED_URL, (url) => hideInUrl(url, reading)) : parts
  return decoded
    .replace(OPTION, (all, name: string, between: string, value: string) => {
      if (!isSecretName(name)) return all
      see(value.replace(/^["']|["']$/g, ''))
      return name + between + HIDDEN
    })
    .replace(USER, (_all, scheme: string, user: string) => {
      see(decode(user.slice(user.indexOf(':') + 1)))
      return scheme
    })
    .replace(USER_OPTION, (_all, option: string, password: string) => {
      see(password)
      return option + HIDDEN
    })
}

const ELEMENT = /<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>/g

/** Hides what elements of XML contain that have the name of a secret. */
function hideInElements(text: string, see: SecretReading['see']): string {
  if (!text.includes('<')) return text
  let [shown, end] = ['', 0]
  for (const { 0: tag, 1: name = '', index } of text.matchAll(ELEMENT)) {
    const start = index + tag.length
    if (start < end || tag.endsWith('/>') || !isSecretName(name)) continue
    const close = text.indexOf(`</${tag.slice(1).split(/[\s>]/)[0]}`, start)
    const value = text.slice(start, close === -1 ? undefined : close)
    if (value === '') continue
    see(value.trim())
    shown += text.slice(end, start) + HIDDEN
    end = start + value.length
  }
  return shown + text.slice(end)
}

function hideNamed(text: string, see: SecretReading['see']): string {
  let [shown, end] = ['', 0]
  for (const { 0: all, 1: name = '', 2: separator = '', index } of text.matchAll(NAMED)) {
    const start = index + all.length
    if (start < end || !isSecretName(decode(name))) continue
    VALUE_OF_NAME.lastIndex = start
    const [value = ''] = VALUE_OF_NAME.exec(text) ?? []
    const [quote = ''] = /^["']/.exec(value) ?? []
    // What is not quoted behind a quoted name is a literal of JSON, which was read before.
    if (value === '' || value.includes(HIDDEN) || (quote === '' && /["']/.test(separator))) continue
    see(value.slice(quote.length))
    shown += `${text.slice(end, start)}${quote}${HIDDEN}${quote}`
    end = start + value.length
  }
  return shown + text.slice(end)
}

function hideInPart(
  [all = '', head = '', name = '', value = '']: readonly string[],
  see: SecretReading['see'],
): string {
  if (!isSecretParameter(name)) return all
  see(value)
  return head + HIDDEN
}

interface TextHiding {
  /** Gets each secret. */
  see(secret: string): void
  /** Hides the secrets in a string. */
  hide(text: string): string
}

/**
 * Hides secrets in JSON. Objects and lists keep their form, so that the rest can be read and sent again. It works on
 * the tokens, because a body may be cut or broken, and the rest of it stays as it was sent.
 */
function hideInJson(text: string, hiding: TextHiding): string {
  const tokens = text.match(TOKEN) ?? []
  const { changes, kept } = findSecrets(tokens)
  let depth = 0
  return tokens
    .map((token, index) => {
      depth += changes[index] ?? 0
      if (!isLeaf(token) || isKey(tokens, index) || kept.has(index)) return token
      return depth > 0 ? hideLeaf(token, hiding) : hideInString(token, hiding)
    })
    .join('')
}

type TextRange = readonly [start: number, end: number]

/** An object or a list that is open where a text is read. */
interface OpenText {
  readonly isList: boolean
  readonly start: number
  /** Whether it lists secrets, whose names are none. */
  readonly hasNames: boolean
  /** Whether it is a list in a list, which is a pair if it has two items. */
  readonly mayBePair: boolean
  items: number
  /** Whether the item before is an option of a command whose value is secret. */
  isOfOption?: boolean
  key?: string | undefined
  /** The name that it gives to its value. */
  name?: string
  value?: TextRange | undefined
  /** Whether it is about a secret, as an error that repeats the input. */
  isAbout?: boolean
  input?: TextRange
}

/** Finds the values that are secret. @returns how many of them begin at each token, minus how many end there */
function findSecrets(tokens: readonly string[]) {
  const changes = new Int32Array(tokens.length + 1)
  const kept = new Set<number>()
  const hide = ([start, end]: TextRange): void => {
    changes[start] = (changes[start] ?? 0) + 1
    changes[end] = (changes[end] ?? 0) - 1
  }
  const open: OpenText[] = [{ isList: false, start: 0, hasNames: false, mayBePair: false, items: 0 }]
  const top = (): OpenText => open[open.length - 1] as OpenText
  const endValue = (range: TextRange): void => {
    const { key, isList } = top()
    if (isList && noteItem(top(), range, tokens)) hide(range)
    if (isList || key === undefined) return
    if (isSecretName(key)) hide(range)
    note(top(), key, range, tokens)
    if (PAIR_NAME.test(key) && open.at(-2)?.hasNames === true) kept.add(range[0])
  }
  const close = (end: number, isCut: boolean): void => {
    if (open.length === 1) return
    const closed = open.pop() as OpenText
    for (const range of listNamed(closed, isCut)) hide(range)
    endValue([closed.start, end])
  }
  for (const [index, token] of tokens.entries()) {
    if (token === '{' || token === '[') open.push(begin(token, index, top()))
    else if (token === '}' || token === ']') close(index + 1, false)
    else if (token === ',') top().key = undefined
    else if (isKey(tokens, index)) top().key = readString(token)
    else if (isLeaf(token)) endValue([index, index + 1])
  }
  while (open.length > 1) close(tokens.length, true)
  return { changes, kept }
}

function begin(token: string, start: number, { key = '', isList: isInList }: OpenText): OpenText {
  const isList = token === '['
  const hasNames = isList && /s$/i.test(key) && isSecretName(key)
  return { isList, start, hasNames, mayBePair: isList && isInList, items: 0 }
}

/** Notes an item of a list. The first one of a pair is a name, such as that of a header. @returns whether it is secret */
function noteItem(list: OpenText, range: TextRange, tokens: readonly string[]): boolean {
  list.items += 1
  const text = tokens[range[0]] ?? ''
  const isSecret = list.isOfOption === true && !text.startsWith('"-')
  list.isOfOption = text.startsWith('"--') && !text.includes('=') && isSecretName(readString(text))
  if (list.items === 1 && list.mayBePair && text.startsWith('"')) list.name = readString(text)
  list.value = list.items === 2 && list.name !== undefined ? range : undefined
  return isSecret
}

/** Lists the values of an object that are secret because of its other fields. */
function listNamed({ name, value, input, isAbout }: OpenText, isCut: boolean): readonly TextRange[] {
  const isSecret = name === undefined ? isCut : isSecretName(name)
  return [...(isSecret && value ? [value] : []), ...(isAbout === true && input ? [input] : [])]
}

/** Notes what a field of an object says about the others. */
function note(object: OpenText, key: string, range: TextRange, tokens: readonly string[]): void {
  const [start, end] = range
  const value = tokens[start] ?? ''
  if (PAIR_NAME.test(key) && value.startsWith('"')) object.name = readString(value)
  if (VALUE.test(key)) object.value = range
  if (key === 'input') object.input = range
  if (key === 'loc') object.isAbout = tokens.slice(start, Math.min(end, start + MOST_OF_PLACE)).some(isSecretPlace)
}

// The value of a pair can have any name.
function isSecretPlace(token: string): boolean {
  return token.startsWith('"') && (VALUE.test(readString(token)) || isSecretName(readString(token)))
}

function isLeaf(token: string): boolean {
  return !/^[\s{}[\]:,]/.test(token)
}

function isKey(tokens: readonly string[], index: number): boolean {
  if (tokens[index]?.startsWith('"') !== true) return false
  return tokens[index + (/^\s/.test(tokens[index + 1] ?? '') ? 2 : 1)] === ':'
}

function hideLeaf(token: string, { see }: TextHiding): string {
  if (/^(?:null|true|false)$/.test(token)) return token
  see(readString(token))
  return `"${HIDDEN}"`
}

function hideInString(token: string, { hide }: TextHiding): string {
  if (!token.startsWith('"')) return token
  const text = readString(token)
  const shown = hide(text)
  return shown === text ? token : JSON.stringify(shown)
}

/** Reads a string of JSON. It may be cut or have escapes that are none. */
function readString(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token
      .replace(/^"|"$/g, '')
      .replace(/\\u([\da-f]{4})|\\(.)/gis, (_all, code?: string, escaped = '') =>
        code === undefined ? escaped : String.fromCharCode(Number.parseInt(code, 16)),
      )
  }
}
