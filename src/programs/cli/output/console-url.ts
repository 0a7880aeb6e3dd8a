// The URL of the console, and how it is opened.

import { once } from 'node:events'
import type { RunningServer } from '../../../server/index.ts'
import type { Io } from '../io.ts'

/** Builds the URL of a server's console, with the token in the fragment, which a browser sends to nobody. */
export function buildConsoleUrl({ url, token }: Pick<RunningServer, 'url' | 'token'>): string {
  const { origin, pathname } = new URL(toOpenable(url))
  const fragment = token === undefined ? '' : `#token=${encodeURIComponent(token)}`
  return `${origin}${pathname.replace(/\/+$/, '')}/_simulator/${fragment}`
}

/** Replaces an address for all networks by `localhost`. Not every browser can open one, and no certificate has it. */
export function toOpenable(url: string): string {
  return url.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1localhost')
}

/** Opens the console in the browser. The server also runs if that fails. */
export async function openConsole(url: string, io: Io): Promise<void> {
  try {
    await io.browse?.(url)
  } catch (error) {
    io.err(`Failed to open the browser: ${error instanceof Error ? error.message : error}. Open the console yourself.`)
  }
}

/** The program that opens a URL, with its first arguments. */
const PROGRAMS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
const OTHERWISE = ['xdg-open'] as const

// The programs hand the URL over and end. One that still runs has become the browser itself.
const MOST_MILLISECONDS = 5_000

/** Opens a URL in the browser, without a shell. @throws if the program that opens URLs is missing or fails */
export async function openBrowser(url: string, platform: string): Promise<void> {
  const [program, ...args] = PROGRAMS[platform] ?? OTHERWISE
  const { spawn } = await import('node:child_process')
  // Ctrl-C stops the server and not the browser.
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.unref()
  const waiting = AbortSignal.timeout(MOST_MILLISECONDS)
  const code = await once(child, 'exit', { signal: waiting }).then(
    ([status]) => status as number | null,
    (error: NodeJS.ErrnoException) => {
      if (error.name === 'AbortError') return 0
      throw new Error(error.code === 'ENOENT' ? `${program} is not installed` : error.message)
    },
  )
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}
