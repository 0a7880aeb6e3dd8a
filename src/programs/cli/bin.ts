#!/usr/bin/env node
// The program: connects the command line to `process`.

import { format } from 'node:util'
import { EXIT } from './exit-codes.ts'
import { main } from './main.ts'
import { openBrowser } from './output/console-url.ts'

// A terminal that is closed sends SIGHUP. Windows has SIGBREAK.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const

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
      // The shell and the system both send it.
      process.on('SIGHUP', () => undefined)
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

// What a write fails with if nobody reads the output any more: `head` has ended, or the terminal was closed.
const UNREAD = ['EPIPE', 'EIO']

// The command goes on: it may serve, write a file, or tell by its exit code what it has found.
process.stderr.on('error', () => undefined)
process.stdout.on('error', ({ code = '', message }: NodeJS.ErrnoException) => {
  if (UNREAD.includes(code)) return
  process.stderr.write(`Failed to write the output: ${message}.\n`)
  process.once('exit', () => {
    process.exitCode ||= EXIT.failed
  })
})

process.exitCode = await main(process.argv.slice(2), {
  out: writeOut,
  err: (text) => process.stderr.write(`${text}\n`),
  log(text) {
    if (process.stdout.writableLength < MOST_UNREAD) writeOut(text)
  },
  // Some terminals have none.
  columns: process.stdout.columns || undefined,
  takeErrors(write) {
    console.error = (...values) => write(format(...values))
  },
  waitForStop,
  onStop,
  endSoon,
  pipes: { input: process.stdin, output: process.stdout },
  browse: (url) => openBrowser(url, process.platform),
  ...(process.stderr.isTTY && { paint: (text: string) => process.stderr.write(text) }),
})
