import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, inject } from 'vitest'
import { parse } from 'yaml'
import { listBlocks } from '../support/documentation.ts'
import { test as base } from '../support/folder.ts'

const bin = `${inject('packed')}/node_modules/.bin/deploymock`

interface Start {
  /** A free port, instead of 4010. */
  port: number
  /** Starts a command, and ends it and what it has started after the test. */
  start(command: string, ...args: string[]): ChildProcess
}

const test = base.extend<Start>({
  port: async ({}, use) => {
    const server = createServer().listen(0)
    await once(server, 'listening')
    const address = server.address()
    server.close()
    await use(typeof address === 'object' ? (address?.port ?? 0) : 0)
  },
  start: async ({ folder }, use) => {
    const groups: number[] = []
    await use((command, ...args) => {
      const child = spawn(command, args, { cwd: folder.path('.'), detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
      groups.push(-(child.pid ?? Number.NaN))
      return child
    })
    for (const group of groups) process.kill(group)
  },
})

/** Reads the YAML of the recipes that begins with the name of a file. */
function readYaml(name: string) {
  const found = listBlocks('yaml').find(({ code }) => code.startsWith(`# ${name}\n`))
  return parse(found?.code ?? '')
}

const { api, web } = readYaml('compose.yaml').services
const [, , program, ...options] = api.command

test('the recipe for docker compose serves the front end as soon as its health check succeeds', async ({
  port,
  start,
}) => {
  start(process.execPath, bin, ...options, '--port', String(port))
  const [, , , check] = api.healthcheck.test
  const isHealthy = () => run(check.replace('127.0.0.1:4010', `127.0.0.1:${port}`)).status === 0
  await expect.poll(isHealthy, { timeout: 20_000 }).toBe(true)
  const { stdout } = run(web.command[2].replace('api:4010', `127.0.0.1:${port}`))
  expect([program, stdout]).toEqual(['deploymock', expect.stringContaining('resources: [')])
})

test('the recipe for docker compose has a health check that fails without a server', ({ port }) => {
  expect(run(api.healthcheck.test[3].replace('4010', String(port))).status).not.toBe(0)
})

test('the recipe for docker compose lets the front end wait for the health check', () => {
  expect(web.depends_on).toEqual({ api: { condition: 'service_healthy' } })
  expect(api.ports).toEqual(['127.0.0.1:4010:4010'])
})

test('the steps of the recipe for GitHub Actions start a server and wait for it', async ({ port, start }) => {
  const { steps } = readYaml('.github/workflows/test.yaml').jobs.test
  const commands = steps.flatMap(({ run = '' }) => (/deploymock|curl/.test(run) ? [run] : []))
  const script = commands
    .join('\n')
    .replace('node_modules/.bin/deploymock', `"${process.execPath}" "${bin}" --port ${port}`)
    .replace('localhost:4010', `127.0.0.1:${port}`)
  const shell = start('bash', '-e', '-o', 'pipefail', '-c', script)
  const [status] = await once(shell, 'exit')
  const response = await fetch(`http://127.0.0.1:${port}/v2/deployments?limit=1`)
  expect([commands.length, status, response.status]).toEqual([2, 0, 200])
})

/** Runs a script as `node -e` does. */
function run(script: string) {
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
}
