// Links that open a world of their own.

import { type OpenLinkOptions, writeLinkQuery } from '../core/control/open/link-query.ts'

export type { OpenLinkOptions }

/** What a link opens, and until when. */
export interface CreateLinkOptions extends OpenLinkOptions {
  /** Until when a server with a token opens it: at most 90 days from now. Default: 7 days. */
  expires?: string | Date | undefined
}

/**
 * Builds a link to a world of its own. Whoever opens it in a browser gets a new session. A server that
 * requires a token opens only links that it has signed: see `simulator.createLink`.
 *
 * @param url the URL of the server
 * @example
 * buildOpenLink('http://127.0.0.1:4010', { scenario: 'busy', seed: 7, to: 'http://localhost:5173/?api={url}' })
 */
export function buildOpenLink(url: string, options: OpenLinkOptions = {}): string {
  const query = writeLinkQuery(options)
  return `${url.replace(/\/+$/, '')}/_simulator/open${query === '' ? '' : `?${query}`}`
}
