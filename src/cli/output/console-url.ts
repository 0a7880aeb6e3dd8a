// The URL of the console, for people.

import type { RunningServer } from '../../server/index.ts'
import type { Io } from '../io.ts'

/**
 * Builds the URL of a server's console. It carries the token in the fragment, which a browser sends to
 * nobody.
 */
export function buildConsoleUrl({ url, token }: Pick<RunningServer, 'url' | 'token'>): string {
  const { protocol, hostname, port, pathname } = new URL(url)
  // An address for all networks is not one that every browser can open.
  const host = /^(?:0\.0\.0\.0|\[::\])$/.test(hostname) ? 'localhost' : hostname
  const fragment = token === undefined ? '' : `#token=${encodeURIComponent(token)}`
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${pathname.replace(/\/+$/, '')}/_simulator/${fragment}`
}

/** Opens the console in the browser. The server also runs if that fails. */
export async function openConsole(url: string, io: Io): Promise<void> {
  try {
    await io.browse?.(url)
  } catch (error) {
    io.err(`Failed to open the browser: ${error instanceof Error ? error.message : error}. Open the console yourself.`)
  }
}
