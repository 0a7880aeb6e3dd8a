// What is secret, and how it is hidden wherever requests and responses leave the simulator: archives, copies, logs.

import { hideInJson } from './secret-json.ts'
import { HIDDEN, hideKnown, isSecretName, isSecretParameter, MAY_BE_SECRET, NAME, USER, VALUE } from './secret-names.ts'

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
interface Reading {
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
export function hideSeen({ query, body, request }: SeenRequest, own?: readonly string[]): Hiding {
  const hiding = createHiding(own)
  for (const [name, value] of request?.headers ?? []) hiding.header(name, value)
  hiding.query(query)
  hiding.text(body ?? '')
  return hiding
}

interface SeenRequest {
  readonly query: string
  readonly body: string | null
  readonly request?: { readonly headers: readonly (readonly [name: string, value: string])[] }
}

/** Hides the secrets in a URL or a part of one, for a log or a message. */
export function hideSecrets(url: string): string {
  // Every request is logged, and most have nothing to hide.
  return MAY_BE_SECRET.test(url) ? hideInUrl(url, { see: () => undefined, level: 0 }) : hideKnown(url)
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

function hideInText(given: string, reading: Reading): string {
  const text = hideKnown(given)
  if (!/[":=@]/.test(text)) return text
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
// Of curl and others, but not the ids of a user and a group.
const USER_OPTION = /(\s(?:-u|--(?:proxy-)?user)[ =]?["']?[^\s:"']+:)(?!\d+(?:\s|$))([^\s"']+)/g
const ENCODED_URL = /(?<![^\s"'<>])[^\s"'<>]*%3a%2f%2f[^\s"'<>]*/gi

/** Hides secrets in what is no JSON, such as the parts of a form, and in JSON that is broken. */
function hideInWords(text: string, reading: Reading): string {
  const { see } = reading
  const named = hideNamed(text, see)
  const parts = /\bform-data\b/i.test(named) ? named.replace(PART, (...part: string[]) => hideInPart(part, see)) : named
  const decoded = /%3a%2f%2f/i.test(parts) ? parts.replace(ENCODED_URL, (url) => hideInUrl(url, reading)) : parts
  return decoded
    .replace(USER, (_all, scheme: string, user: string) => {
      see(decode(user.slice(user.indexOf(':') + 1)))
      return scheme
    })
    .replace(USER_OPTION, (_all, option: string, password: string) => {
      see(password)
      return option + HIDDEN
    })
}

function hideNamed(text: string, see: Reading['see']): string {
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

function hideInPart([all = '', head = '', name = '', value = '']: readonly string[], see: Reading['see']): string {
  if (!isSecretParameter(name)) return all
  see(value)
  return head + HIDDEN
}
