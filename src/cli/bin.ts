#!/usr/bin/env node
// The program: connects the command line to `process`.

import { main } from './main.ts'
import { openBrowser } from './open-browser.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

// What a reader of the output may be behind before lines of the log are dropped.
const MOST_UNREAD = 1024 * 1024
const LAST_MILLISECONDS = 1000

// A signal that has a listener waits for the event loop, and building a world blocks the loop. So
// the listeners exist only while a server runs or something is awaited, and only for the first signal.
function onStop(listener: () => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
}

function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    const off = onStop(() => {
      off()
      resolve()
    })
  })
}

// Output that nobody reads would keep the process alive.
function endSoon(): void {
  setTimeout(() => process.exit(), LAST_MILLISECONDS).unref()
}

const writeOut = (text: string): void => void process.stdout.write(`${text}\n`)

// The reader of the output may close it early, as `head` does.
process.stdout.on('error', () => process.exit())

process.exitCode = await main(process.argv.slice(2), {
  out: writeOut,
  err: (text) => process.stderr.write(`${text}\n`),
  log(text) {
    if (process.stdout.writableLength < MOST_UNREAD) writeOut(text)
  },
  // Some terminals have none.
  columns: process.stdout.columns || undefined,
  waitForStop,
  onStop,
  endSoon,
  pipes: { input: process.stdin, output: process.stdout },
  browse: (url) => openBrowser(url, process.platform),
  ...(process.stderr.isTTY ? { paint: (text: string) => process.stderr.write(text) } : {}),
})
