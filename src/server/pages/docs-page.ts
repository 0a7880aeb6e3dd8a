// The page that shows the OpenAPI documents of the service and of the control API, with Swagger UI.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { buildRefusal } from '../../engine/control/shared/control-failure.ts'
import { type Body, buildBody, encodeText } from '../../engine/http/body.ts'
import { html } from '../../engine/http/html.ts'
import { findBuiltFolder } from './built-folder.ts'

const PATH = /^((?:\/_s\/[^/]+)?\/_simulator)\/docs(?:\/([^/]*))?$/

/** The files that the page loads, with their types. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
])

const START = `
const { content: control } = document.querySelector('meta[name="control"]')
const documents = { service: control + '/service/openapi.json', control: control + '/openapi.json' }
const shown = new URLSearchParams(location.search).get('document') === 'control' ? 'control' : 'service'
for (const link of document.querySelectorAll('nav a')) {
  if (link.dataset.document === shown) link.setAttribute('aria-current', 'page')
}
SwaggerUIBundle({ url: documents[shown], dom_id: '#document', deepLinking: true, showExtensions: true, validatorUrl: null })
`

// The page loads nothing from anywhere else, and asks only this server.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Answers a request for the page or for one of its files.
 *
 * @param base what the client puts in front of the path
 */
export type AnswerDocs = (method: string, path: string, base: string) => Promise<ServiceResponse>

/** Creates the page. Its files are read when they are first needed. @param title the name of the service */
export function createDocsPage(title: string, folder = findBuiltFolder('swagger-ui')): AnswerDocs {
  const files = new Map<string, Promise<Body>>()
  const read = (file: string): Promise<Body> => {
    const known = files.get(file)
    if (known !== undefined) return known
    const reading = readFile(join(folder, file)).then((bytes) => new Uint8Array(bytes))
    files.set(file, reading)
    // Once the files are built, the next request finds them.
    reading.catch(() => files.delete(file))
    return reading
  }
  return (method, path, base) => answer(method, path, { title, base, read })
}

interface DocsPage {
  readonly title: string
  readonly base: string
  read(file: string): Promise<Body>
}

async function answer(method: string, path: string, { title, base, read }: DocsPage): Promise<ServiceResponse> {
  const [, control = '', file = ''] = PATH.exec(path) ?? []
  if (method !== 'GET' && method !== 'HEAD') {
    const message = `Failed to ${method} ${path}: the path does not have this method. Allowed: GET, HEAD.`
    return buildRefusal({ status: 405, message, headers: { allow: 'GET, HEAD' } })
  }
  if (file === '') return respond('text/html; charset=utf-8', encodeText(buildPage(title, base + control)))
  if (file === 'start.js') return respond('text/javascript; charset=utf-8', encodeText(START))
  const type = FILES.get(file)
  if (type !== undefined) return respond(type, await read(file))
  return buildRefusal({
    status: 404,
    message: `Failed to GET ${path}: there is no such path. The page is at ${base}${control}/docs.`,
  })
}

function respond(type: string, body: Body): ServiceResponse {
  const headers = {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return { status: 200, headers, body: buildBody([body]) }
}

// With this text in it, the bundler would write the template as a call of a helper.
const SCRIPT_END = { text: '</script>' }

function buildPage(title: string, control: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="control" content="${control}">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${control}/docs/swagger-ui.css">
</head>
<body>
<nav>
<a href="${control}/docs" data-document="service">The service</a>
<a href="${control}/docs?document=control" data-document="control">The control API</a>
</nav>
<div id="document"></div>
<script src="${control}/docs/swagger-ui-bundle.js">${SCRIPT_END}
<script src="${control}/docs/start.js">${SCRIPT_END}
</body>
</html>
`.text
}
