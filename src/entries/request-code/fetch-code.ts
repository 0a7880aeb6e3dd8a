import { decodeJson } from '../../engine/input/text/decode.ts'
import { type CopiedRequest, hasNoBody, hideCopied } from './copied-request.ts'
import { writeLiteral, writeString } from './literal.ts'

/** Writes code that sends a request without its secrets with `fetch` and logs the status and the body of the response. */
export function buildFetch(sent: CopiedRequest): string {
  const request = hideCopied(sent)
  const init = writeInit(request)
  const call = init === undefined ? writeString(request.url) : `${writeString(request.url)}, ${init}`
  return `${describeLosses(request)}const response = await fetch(${call})\nconsole.log(response.status, await response.text())\n`
}

/** Writes the second argument of `fetch`; undefined if it needs none. @param indent that of its first line */
export function writeInit({ method, headers, body }: CopiedRequest, indent = ''): string | undefined {
  const inner = `${indent}  `
  const sent = hasNoBody(method) ? null : body
  const fields = [
    ...(method === 'GET' ? [] : [`method: ${writeString(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${writeHeaders(headers, inner)}`]),
    ...(sent === null ? [] : [`body: ${writeBody(sent, inner)}`]),
  ]
  if (fields.length === 0) return undefined
  const line = `{ ${fields.join(', ')} }`
  if (!line.includes('\n') && line.length <= 80) return line
  return `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`
}

function describeLosses({ method, body, lacksBody }: CopiedRequest): string {
  if (lacksBody) return '// The body of this request was too large for the request log.\n'
  return hasNoBody(method) && body !== null ? `// fetch cannot send a body with ${method}.\n` : ''
}

// An object can have each name only once.
function writeHeaders(headers: CopiedRequest['headers'], indent: string): string {
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  return writeLiteral(names.size === headers.length ? Object.fromEntries(headers) : headers, indent)
}

// The body that is sent must be the same text, and an object in code can be another one than in JSON.
function writeBody(body: string, indent: string): string {
  const value = decodeJson(body)
  const isExact = Object(value) === value && JSON.stringify(value) === body
  return isExact ? `JSON.stringify(${writeLiteral(value, indent)})` : writeString(body)
}
