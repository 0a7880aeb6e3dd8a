import type { Command } from 'commander'
import type { Io } from '../../src/programs/cli/io.ts'
import type { createReader, ReaderOptions, ReadRequest } from '../../src/programs/real-service/reader/reader.ts'
import type { SimulatedReader } from './simulated-reader.ts'

const ignore = () => undefined

type Define = (io: Io, openReader: typeof createReader) => Command

/** Runs a command for real services. It reads through this reader, whatever the URL is. */
export function runWithReader(define: Define, reader: SimulatedReader, ...args: string[]) {
  const openReader = (_: string, { whileWaiting = (work) => work(), locate = (path) => path }: ReaderOptions = {}) => ({
    url: reader.url,
    get sent() {
      return reader.sent
    },
    read: (request: ReadRequest) => whileWaiting(() => reader.read({ ...request, path: locate(request.path) })),
  })
  return runCommand((io) => define(io, openReader), 'https://api.acme-robotics.test', ...args)
}

/** Runs a command. */
export function runCommand(
  define: (io: Io) => Command,
  ...args: string[]
): {
  done: Promise<unknown>
  out: string[]
  err: string[]
  /** Does what Ctrl-C does. */
  stop(): void
} {
  let stop: () => void = ignore
  const out: string[] = []
  const err: string[] = []
  const io = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    log: ignore,
    waitForStop: () => new Promise<void>(ignore),
    onStop: (listener: () => void) => {
      stop = listener
      return ignore
    },
    endSoon: ignore,
  }
  const command = define(io).exitOverride().configureOutput({ writeOut: ignore, writeErr: ignore })
  const done = command.parseAsync(args, { from: 'user' })
  return { done, out, err, stop: () => stop() }
}
