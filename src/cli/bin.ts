#!/usr/bin/env node
// The program: connects the command line to `process`.

import { main } from './main.ts'
import { openBrowser } from './open-browser.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

// A signal that has a listener waits for the event loop, and building a world blocks the loop. So
// the listeners exist only while a server runs, and only for the first signal.
function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}

// The reader of the output may close it early, as `head` does.
process.stdout.on('error', () => process.exit())

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  columns: process.stdout.columns,
  waitForStop,
  browse: (url) => openBrowser(url, process.platform),
  ...(process.stderr.isTTY ? { paint: (text: string) => process.stderr.write(text) } : {}),
})
