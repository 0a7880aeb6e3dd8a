import type { Request, Response } from 'express'
import type { ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { toHeadResponse } from '../../engine/contract/response-body.ts'
import { buildRefusal } from '../../engine/control/requests/control-failure.ts'
import { NO_BODY } from '../../engine/http/body.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { sendResponse } from '../exchange.ts'
import { findBuiltFolder } from './built-folder.ts'
import { type ConsoleFile, readConsoleFiles } from './console-files.ts'

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
    const message = `Failed to ${method} ${quote(originalUrl)}: the console has no such file.`
    return buildRefusal({ status: 404, message })
  }
  const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip'
  const { body, etag } = isCompressed ? file.compressed : file.plain
  response.vary('Accept-Encoding')
  // Express compares the tag with that of the request.
  response.set('ETag', etag)
  if (request.fresh) return { status: 304, headers: HEADERS, body: NO_BODY }
  const encoding = isCompressed ? { 'content-encoding': 'gzip' } : {}
  const page = { status: 200, headers: { ...HEADERS, ...encoding, 'content-type': file.type }, body }
  return method === 'HEAD' ? toHeadResponse(page) : page
}
