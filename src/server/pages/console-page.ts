import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import type { ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { toHeadResponse } from '../../engine/contract/operation/without-body.ts'
import { buildRefusal } from '../../engine/control/shared/control-failure.ts'
import { buildBody, NO_BODY } from '../../engine/http/body.ts'
import { ProblemError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { sendResponse } from '../exchange.ts'
import { findBuiltFolder } from './built-folder.ts'

/** The console of a server. */
export type ConsolePage = ReturnType<typeof createConsolePage>

// The page loads only its own files, asks only this server, and nobody can put it into a frame. A text
// can become a script nowhere.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Creates the console. Its files are read when they are first needed. */
export function createConsolePage(folder = findBuiltFolder('console')) {
  let reading: ReturnType<typeof readConsoleFiles> | undefined
  return {
    /** Sends a file of the console. `index.html` is the page. */
    async send(request: Request, response: Response, name: string): Promise<void> {
      reading ??= readConsoleFiles(folder)
      const files = await reading.catch(String)
      if (typeof files !== 'string') return sendResponse(response, buildResponse(request, response, files.get(name)))
      // Once the files are built, the next request finds them.
      reading = undefined
      sendResponse(response, buildRefusal({ status: 503, message: files.replace(/^Error: /, '') }))
    },
  }
}

function buildResponse(request: Request, response: Response, file: ConsoleFile | undefined): ServiceResponse {
  const { method, originalUrl } = request
  if (file === undefined) {
    const message = `Failed to ${method} ${quote(originalUrl)}: the console has no such file. Reload it.`
    return buildRefusal({ status: 404, message })
  }
  const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip'
  const { body, etag } = isCompressed ? file.compressed : file.plain
  response.vary('Accept-Encoding')
  // Express compares the tag with that of the request.
  response.set('ETag', etag)
  if (request.fresh) return { status: 304, headers: HEADERS, body: NO_BODY }
  const encoding = isCompressed ? { 'content-encoding': 'gzip' } : {}
  const page = { status: 200, headers: { ...HEADERS, ...encoding, 'content-type': file.type }, body: buildBody([body]) }
  return method === 'HEAD' ? toHeadResponse(page) : page
}

type ConsoleFile = Awaited<ReturnType<typeof readConsoleFile>>

/** The types of the files that are sent. Any other file in the folder is not. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const compress = promisify(gzip)

/** Reads the files in a folder, by name. @throws if the folder has no `index.html` */
async function readConsoleFiles(folder: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const names: readonly string[] = await readdir(folder).catch(() => [])
  if (!names.includes('index.html')) {
    throw new ProblemError({
      attempt: 'show the console',
      received: `${join(folder, 'index.html')} does not exist`,
      advice: 'Run "npm run build", or leave the console out with --no-console (in code "console: false").',
    })
  }
  const known = names.filter((name) => extname(name) in TYPES)
  return new Map(await Promise.all(known.map(async (name) => [name, await readConsoleFile(folder, name)] as const)))
}

async function readConsoleFile(folder: string, name: string) {
  const body = new Uint8Array(await readFile(join(folder, name)))
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return {
    type: TYPES[extname(name)] ?? '',
    plain: { body, etag: `"${hash}"` },
    // Each encoding has its own tag, because its bytes differ.
    compressed: { body: new Uint8Array(await compress(body, { level: 9 })), etag: `"${hash}-gzip"` },
  }
}
