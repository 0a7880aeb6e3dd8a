import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const PLACES = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds a Chromium: the one of CHROMIUM_PATH, or one in the usual places. @throws an error that
 * says how to get one
 */
export function findChromium({ CHROMIUM_PATH: named, PATH = '' }: NodeJS.ProcessEnv = process.env): string {
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`Failed to find Chromium: no file at CHROMIUM_PATH (${named}). Correct it.`)
  }
  const onPath = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)))
  const found = [...onPath, ...PLACES].find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    `Failed to find Chromium: none of ${NAMES.join(', ')} is on the PATH. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to where it is.`,
  )
}
