import { OptionError } from '../option-error.ts'
import { trimSlashes } from './path-template.ts'

/** Where requests have to go to reach the service. */
export interface BaseUrl {
  /** Scheme and authority; none where every origin counts. */
  origin: string | undefined
  /** The path that the service stands under, without a slash at its end; mostly nothing. */
  path: string
}

/**
 * Reads a base URL: an absolute one, or a path that counts on every origin.
 *
 * @throws when it is neither
 */
export function parseBaseUrl(text: string | undefined): BaseUrl {
  if (text === undefined) return { origin: undefined, path: '' }
  const isPath = /^\/(?![/\\])/.test(text)
  const url = toUrl(isPath ? `http://localhost${text}` : text)
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new OptionError(
      `Failed to use the base URL: "${text}" is none. Give an http or https URL without a query, or a path that begins with a slash.`,
    )
  }
  return { origin: isPath ? undefined : url.origin, path: trimSlashes(url.pathname) }
}

/** Whether a path is the one that the service stands under, or below it. */
export function isUnder({ path: base }: BaseUrl, path: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
