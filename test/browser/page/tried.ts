// A page that talks to declared APIs, and can start each of them in itself, beside ours.

import { type BrowserSimulator, startSimulator } from '../../../src/entries/browser/index.ts'
import { tried } from '../../rest/apis/tried.ts'

declare global {
  interface Window {
    /** Starts one of the tried APIs by its name, or ours, for URLs below another origin. */
    startTried(name: string, baseUrl: string): Promise<BrowserSimulator>
  }
}

window.startTried = (name, baseUrl) => {
  const api = tried.find((each) => each.name === name)
  const options = { baseUrl, keep: 'reload', quiet: true, ...(api && { service: api.service }) }
  return startSimulator(options as never)
}
