// Keeps secrets out of an archive, because people send archives to others.

import type { Access } from '../../contract/operation/access.ts'

/** Replaces the secrets in the parts of a message. */
export interface Hiding {
  header(name: string, value: string): string
  /** @param query percent-encoded, without the question mark */
  query(query: string): string
  /** @param name a parameter, decoded */
  parameter(name: string, value: string): string
  body(text: string, mimeType: string): string
}

/** What stands for a secret. */
export const HIDDEN = '[hidden]'

const SECRET = /authoriz|cookie|secret|passw|(?:api|private|access)[-_]?key|signature|^(?!page_|next_).*token$/i
// A code of a login is as good as the token that it is exchanged for. In a body, it is the code of an error.
const SECRET_PARAMETER = /^code$/i
// These contain a URL, maybe with a secret in its query.
const WITH_URL = /^(?:location|referer|origin)$/i
// An id is also a field of records.
const OF_ID = /-id$/i

/** Creates what replaces secrets. @param access says which headers contain credentials */
export function createHiding({ credentials }: Access): Hiding {
  const declared = Object.values(credentials).map(({ header }) => header.toLowerCase())
  const secretHeaders = new Set(declared.filter((name) => !OF_ID.test(name)))
  const isSecretHeader = (name: string) => secretHeaders.has(name.toLowerCase()) || SECRET.test(name)
  return {
    header(name, value) {
      if (isSecretHeader(name)) return HIDDEN
      return WITH_URL.test(name) ? hideInUrl(value) : value
    },
    query: hideInQuery,
    parameter: (name, value) => (isSecretParameter(name) ? HIDDEN : value),
    body: (text, mimeType) => (/\bx-www-form-urlencoded\b/i.test(mimeType) ? hideInQuery(text) : hideInJson(text)),
  }
}

export const NOTHING_HIDDEN: Hiding = {
  header: (_name, value) => value,
  query: (query) => query,
  parameter: (_name, value) => value,
  body: (text) => text,
}

function isSecretParameter(name: string): boolean {
  return SECRET.test(name) || SECRET_PARAMETER.test(name)
}

function hideInUrl(url: string): string {
  const [place = '', ...queries] = url.replace(/^(\w+:\/\/)[^/?#]*@/, '$1').split('?')
  return [place, ...queries.map(hideInQuery)].join('?')
}

function hideInQuery(query: string): string {
  const hide = (parameter: string): string => {
    const [name = ''] = parameter.split('=', 1)
    const isSecret = parameter.length > name.length && [...new URLSearchParams(name).keys()].some(isSecretParameter)
    return isSecret ? `${name}=${encodeURIComponent(HIDDEN)}` : parameter
  }
  return query.split('&').map(hide).join('&')
}

// In the text, so that the rest of it stays as it was sent, and because a body may be cut.
const FIELD = /"([^"\\]*)"(\s*:\s*)"(?:[^"\\]|\\.)*(?:"|$)/gs
const LIST = /"secrets"\s*:\s*\[(?:[^"\]]|"(?:[^"\\]|\\.)*(?:"|$))*/g
const VALUE = /^value$/

function hideInJson(text: string): string {
  return hideFields(
    text.replace(LIST, (list) => hideFields(list, VALUE)),
    SECRET,
  )
}

function hideFields(text: string, secret: RegExp): string {
  return text.replace(FIELD, (field, name: string, colon: string) =>
    secret.test(name) ? `"${name}"${colon}"${HIDDEN}"` : field,
  )
}
