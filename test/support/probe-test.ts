import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { runCli } from './run-cli.ts'

interface Fixtures {
  folder: string
  /** Writes a script of Node that can use `get`, and returns the command that runs it. */
  script: (code: string) => string[]
}

const START = `
  import { appendFileSync, existsSync, rmSync } from 'node:fs'
  const get = async (path) => {
    const response = await fetch(process.env.API_URL + path)
    if (!response.ok) throw new Error('status ' + response.status)
    return response.json()
  }
  const assert = (isFine, message) => { if (!isFine) throw new Error(message) }
`

/** A test with a folder, in which it can write the client that is probed. */
export const probeTest = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'probe-test-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  script: async ({ folder }, use) => {
    await use((code) => {
      const file = join(folder, 'client.mjs')
      writeFileSync(file, START + code)
      return ['--', process.execPath, file]
    })
  },
})

/** A client that depends on one assumption. */
export const CARELESS = `
  const { offset } = await get('/v2/deployments?limit=60')
  assert(offset === 60, 'no offset')
`

/** A client that depends on none. */
export const CAREFUL = "await get('/v2/deployments?limit=5')"

/** Runs `deploymock probe`, one process at a time, because the default depends on the machine. */
export async function runProbe(...args: string[]) {
  const { exit, out, err } = runCli('probe', '--parallel', '1', ...args)
  return { code: await exit, out: out.join('\n'), err }
}

/** Reads a report that was written as JSON. */
export function readReport(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
