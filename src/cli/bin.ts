#!/usr/bin/env node
import { main } from './main.ts'

const stopped = new Promise<void>((resolve) => {
  process.once('SIGINT', resolve)
  process.once('SIGTERM', resolve)
})

// Whoever reads the output may close it early, as `head` does.
process.stdout.on('error', () => process.exit())

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  columns: process.stdout.columns,
  stopped,
})
