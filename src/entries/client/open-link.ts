// Links that open a world of their own.

import { writeLinkQuery } from '../../engine/control/links/link-query.ts'
import type { OptionNames } from '../../engine/input/options/known-options.ts'
import { checkArguments } from './check-arguments.ts'
import { options, required } from './remote/parameters.ts'
import { ControlError } from './transport/control-error.ts'
import { writeArgument } from './transport/write-input.ts'
import type { OpenLinkOptions } from './types.ts'

/** What a link opens, and until when. */
export interface CreateLinkOptions extends OpenLinkOptions {
  /** Until when a server with a token opens it: at most 90 days from now. Default: 7 days. */
  expires?: string | Date | undefined
}

const OPTIONS: OptionNames<OpenLinkOptions> = {
  scenario: 'text',
  snapshot: 'text',
  seed: 'integer',
  now: 'time',
  preset: 'text',
  assumptions: 'fields',
  faults: 'list',
  chaos: true,
  session: 'text',
  to: 'text',
}

/**
 * Builds a link to a world of its own. Whoever opens it in a browser gets a new session. A server that
 * requires a token opens only links that it has signed: see `simulator.createLink`.
 *
 * @param url the URL of the server
 * @throws ControlError if an option is unknown or of a wrong kind; what it means is checked when the link is opened
 * @example
 * buildOpenLink('http://127.0.0.1:4010', { scenario: 'busy', seed: 7, to: 'http://localhost:5173/?api={url}' })
 */
export function buildOpenLink(url: string, linkOptions: OpenLinkOptions = {}): string {
  checkArguments('build the link', [required('url', 'text'), options(OPTIONS)], [url, linkOptions])
  checkChaos(linkOptions.chaos)
  writeArgument('build the link', linkOptions)
  const query = writeLinkQuery(linkOptions)
  return `${url.replace(/\/+$/, '')}/_simulator/open${query === '' ? '' : `?${query}`}`
}

function checkChaos(chaos: unknown): void {
  if (chaos === undefined || typeof chaos === 'number' || typeof chaos === 'string') return
  const { level, ...rest } = Object(chaos)
  const isLevel = typeof level === 'number' || typeof level === 'string'
  if (isLevel && Object.keys(rest).every((name) => name === 'seed')) return
  const allowed = 'a level such as 0.3, a text such as 0.3:4711, or an object with a level and perhaps a seed'
  throw new ControlError(`Failed to build the link: "chaos" is ${JSON.stringify(chaos)}. It must be ${allowed}.`)
}
