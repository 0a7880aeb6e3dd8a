import { test as base } from 'vitest'
import { type Run, runCli } from './run-cli.ts'

/** Starts the command line on any free port. */
export type Start = (...args: string[]) => Promise<Run & { url: string }>

/** Gives a test a function that starts servers, and stops them afterwards. */
export async function provideStart(use: (start: Start) => Promise<void>, ...more: string[]): Promise<void> {
  const runs: Run[] = []
  await use(async (...args) => {
    const run = runCli(...args, '--port', '0', ...more)
    runs.push(run)
    const [, url = ''] = await run.printed(/listens on (http[^\s"]+)"?\}?$/)
    return { ...run, url }
  })
  for (const { stop, exit } of runs) {
    stop()
    await exit
  }
}

/** A test that can start servers. */
export const serveTest = base.extend<{ start: Start }>({ start: async ({}, use) => provideStart(use) })
