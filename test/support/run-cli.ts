import { main } from '../../src/programs/cli/main.ts'

export interface Run {
  /** Resolves with the exit code. */
  exit: Promise<number>
  out: string[]
  err: string[]
  /** Resolves with the first line of output that matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves with the first line of error output that matches. */
  complained(pattern: RegExp): Promise<RegExpExecArray>
  /** Does what Ctrl-C does. */
  stop(): void
}

/** Runs the command line in this process. */
export function runCli(...args: string[]): Run {
  return runCliIn(undefined, ...args)
}

/** Runs the command line in this process, in a terminal with a number of columns. */
export function runCliIn(columns: number | undefined, ...args: string[]): Run {
  const out: string[] = []
  const err: string[] = []
  const waiting: (() => void)[] = []
  const listeners = new Set<() => void>()
  const onStop = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const stopped = new Promise<void>((resolve) => void onStop(resolve))
  const stop = () => {
    for (const listener of listeners) listener()
  }
  const write = (lines: string[]) => (text: string) => {
    lines.push(...text.split('\n'))
    for (const check of waiting.splice(0)) check()
  }
  const exit = main(args, {
    out: write(out),
    err: write(err),
    log: write(out),
    columns,
    waitForStop: () => stopped,
    onStop,
    endSoon: () => undefined,
  })

  const waitFor = (lines: string[]) => (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const match = lines.map((line) => pattern.exec(line)).find((each) => each !== null)
        if (match) resolve(match)
        else waiting.push(check)
      }
      exit.then(() => reject(new Error(`It ended before it printed ${pattern}: ${err.join('\n')}`)), reject)
      check()
    })
  return { exit, out, err, printed: waitFor(out), complained: waitFor(err), stop }
}
