// The page at the root of a server, for people who open its URL in a browser.

import { createHash } from 'node:crypto'
import type { Location } from '../../engine/adapters/gate.ts'
import { listCredentials } from '../../engine/contract/operation/access.ts'
import type { ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { encodeBody } from '../../engine/http/body.ts'
import { type Html, html } from '../../engine/http/html.ts'
import { countOf, nameService } from '../../engine/input/text/words.ts'
import { findSampleRequests, type SampleRequest, writeCurl } from '../../engine/reports/sample-requests.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import { describeCounts } from '../../engine/simulator/world-counts.ts'

/** What the page depends on besides the simulator. */
export interface RootPageOptions {
  /** Which session the page is about. */
  location: Pick<Location, 'name' | 'session' | 'prefix'>
  /** The scheme and the authority that the browser used. */
  origin: string
  /** Whether the control API requires a token. The page does not contain it. */
  needsToken: boolean
  /** Whether the page leads to the console. Default: it does not. */
  hasConsole?: boolean
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
ul { padding: 0; list-style: none } li { margin: 0 0 1rem }
a, code { overflow-wrap: anywhere }
a { color: light-dark(#0550ae, #79b8ff) }
pre { margin: .25rem 0; padding: .5rem .75rem; overflow-x: auto; border-radius: .4rem; background: light-dark(#f0f0f0, #2b2b2b) }
code { font: .875rem/1.5 ui-monospace, monospace }
`

// The page contains no scripts, and its style is the only one that may apply. The empty icon keeps
// browsers from asking the service for one.
function buildHeaders(): Record<string, string> {
  const style = createHash('sha256').update(STYLE).digest('base64')
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}

/** Builds the page: what the server simulates, requests to try, and how to control it. */
export function buildRootPage(simulator: Simulator, options: RootPageOptions): ServiceResponse {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>deploymock</title>
<link rel="icon" href="data:,">
<style>${{ text: STYLE }}</style>
</head>
<body>
<h1>deploymock</h1>
<p>This server simulates ${nameService(simulator.service.declared.title)}. All of its data is made up.</p>
${describeWorld(simulator, options)}
<h2>Requests to try</h2>
${listRequests(simulator, options)}
<h2>Control API</h2>
${describeControlApi(options)}
<h2>Documentation</h2>
<p>It is part of the package: begin with <code>node_modules/deploymock/README.md</code>.
<code>npx deploymock --help</code> lists the options of the server.</p>
</body>
</html>
`
  return { status: 200, headers: buildHeaders(), body: encodeBody(text) }
}

function describeWorld(simulator: Simulator, { location: { name, session, prefix }, origin }: RootPageOptions): Html {
  const { scenario, db, preset } = session ?? simulator
  const world = html`<p>World <b><bdi>${scenario.name}</bdi></b> with seed ${scenario.seed}: ${describeCounts(simulator.service.declared.resources, db)}.
Preset <b>${preset}</b>.</p>`
  if (name === undefined) return world
  const use = html`Send your requests to <code>${origin + prefix}</code>.`
  if (session !== undefined)
    return html`<p>This is the session <b>${name}</b>. ${prefix === '' ? [] : use}</p>\n${world}`
  return html`<p>The session <b>${name}</b> does not exist yet. Its first request to the service creates it with the world
<b><bdi>${scenario.name}</bdi></b>.</p>`
}

function listRequests(simulator: Simulator, { location: { session, prefix }, origin }: RootPageOptions): Html {
  const { db, assumptions } = session ?? simulator
  const { declared } = simulator.service
  const { routes } = session?.contract ?? simulator.service
  const credentials = listCredentials(declared.access, assumptions)
  const { samples, others: count } = findSampleRequests(declared, { routes, db, assumptions })
  const items = samples.map((sample) => {
    const { summary, name, method } = sample.operation
    const request = writeRequest(sample, { prefix, canClick: credentials.length === 0 })
    const command =
      'missing' in sample.example
        ? ''
        : writeCurl(sample.example, { url: origin + prefix, access: declared.access, assumptions })
    const example = request ?? html`<pre><code>${command}</code></pre>`
    return html`<li>${summary} <code>${name}</code><br><code>${method} ${prefix + sample.template}</code><br>${example}</li>\n`
  })
  const [, ...others] = declared.basePathsOf(assumptions)
  return html`<ul>
${items}</ul>
${count === 0 ? [] : html`<p>The OpenAPI document of the service describes ${countOf(count, 'more operation')}.</p>\n`}${credentials.length === 0 ? [] : html`<p>The service requires credentials. It accepts any value.</p>\n`}${
  others.length === 0 ? [] : html`<p>The same paths work below ${others.map((path) => prefix + path).join(', ')}.</p>`
}`
}

interface RequestLink {
  readonly prefix: string
  readonly canClick: boolean
}

// A browser sends no credentials and only GET when a link is clicked.
function writeRequest({ example }: SampleRequest, { prefix, canClick }: RequestLink): Html | undefined {
  if ('missing' in example) return html`${example.missing}`
  if (example.method !== 'GET' || !canClick) return undefined
  return html`<a href="${toLink(prefix + example.path)}">Try ${prefix}${example.path}</a>`
}

// Browsers take a path that begins with two slashes for the name of another host.
function toLink(path: string): string {
  return /^\/[/\\]/.test(path) ? `/.${path}` : path
}

const CONTROL_PATHS = [
  ['', 'The state of this session, and the paths that can be read'],
  ['/requests', 'Its recent requests, each with its response'],
  ['/docs', 'The OpenAPI document of the service, to read and to try'],
  ['/openapi.json', 'The OpenAPI document of the control API'],
] as const

function describeControlApi({ location: { prefix }, origin, needsToken, hasConsole }: RootPageOptions): Html {
  const items = CONTROL_PATHS.map(([end, title]) => {
    const path = `${prefix}/_simulator${end}`
    const link = needsToken ? html`<code>${path}</code>` : html`<a href="${path}">${path}</a>`
    return html`<li>${link}<br>${title}.</li>\n`
  })
  const command = `curl -H "Authorization: Bearer $TOKEN" '${origin}${prefix}/_simulator'`
  const note = html`<p>It requires the token that the server was started with, or printed when it started:</p>
<pre><code>${command}</code></pre>`
  const inConsole = html`<p><a href="${prefix}/_simulator/">The console</a> controls it in a browser.</p>\n`
  return html`<p>It changes data, faults and time while your app runs.</p>
<ul>
${items}</ul>
${hasConsole === true ? inConsole : []}${needsToken ? note : []}`
}
