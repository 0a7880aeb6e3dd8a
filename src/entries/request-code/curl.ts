import { quoteForShell, toLatin1 } from '../../engine/input/text/shell.ts'
import { type CopiedRequest, hasContentType, hideCopied } from './copied-request.ts'

/** A command line, and the file that it reads if the body does not fit into it. */
export interface CurlCommand {
  readonly text: string
  /** The file that the command reads. Its content is null if only the sender has it. */
  readonly file: { readonly name: string; readonly content: string | null } | null
}

const BODY_FILE = 'body.json'
// Linux allows 128 KiB for one argument.
const MOST_BODY_BYTES = 64 * 1024

/** Writes a curl command that sends a request without its secrets and shows the response with its headers. */
export function buildCurl(sent: CopiedRequest): CurlCommand {
  const request = hideCopied(sent)
  const { method, url, headers, body } = request
  const file = needsFile(request) ? { name: BODY_FILE, content: body } : null
  const hasBody = body !== null || file !== null
  const parts = [
    'curl',
    '-i',
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(\/|\?|$)/.test(url) ? ['--path-as-is'] : []),
    ...writeMethod(method, hasBody),
    quoteForShell(url),
    ...headers.flatMap(([name, value]) => ['-H', quoteForShell(writeHeader(name, value), toLatin1)]),
    ...(hasBody && !hasContentType(headers) ? ['-H', "'Content-Type:'"] : []),
    ...writeBody(body, file),
  ]
  return { text: parts.join(' '), file }
}

function needsFile({ body, lacksBody }: CopiedRequest): boolean {
  if (body === null) return lacksBody
  // No argument can contain a null character.
  return body.includes('\0') || new TextEncoder().encode(body).byteLength > MOST_BODY_BYTES
}

// With `-X HEAD`, curl would wait for a body.
function writeMethod(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD' && !hasBody) return ['-I']
  if (method === 'GET' && !hasBody) return []
  return ['-X', /^[A-Z]+$/.test(method) ? method : quoteForShell(method)]
}

// `Name:` would remove a header, `Name;` sends it without a value.
function writeHeader(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

function writeBody(body: string | null, file: CurlCommand['file']): string[] {
  if (file !== null) return ['--data-binary', `@${file.name}`]
  return body === null ? [] : ['--data-raw', quoteForShell(body)]
}
