import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, inject } from 'vitest'
import { parse } from 'yaml'
import type { Folder } from '../support/create-folder.ts'
import { listBlocks, readPage } from '../support/documentation.ts'
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
    for (const group of groups) {
      try {
        process.kill(group)
      } catch {
        // All of them have ended.
      }
    }
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

interface Action {
  outputs: { url: { value: string } }
  runs: { steps: [{ id: string; run: string }] }
}

/** Runs the step of the action. Returns its exit code, what it printed, and what it told the workflow. */
async function runAction(start: Start['start'], folder: Folder, env: { PORT: string; OPTIONS: string }) {
  const [{ run: script }] = action.runs.steps
  const output = await folder.write('output.txt', '')
  const variables = Object.entries({ ...env, RUNNER_TEMP: '.', GITHUB_OUTPUT: 'output.txt' })
  const npx = `npx() { shift; "${process.execPath}" "${inject('packed')}/node_modules/.bin/$1" "\${@:2}"; }`
  const setUp = [npx, 'export -f npx', 'nohup() { "$@"; }', ...variables.map(([name, value]) => `${name}='${value}'`)]
  const shell = start('bash', '-e', '-o', 'pipefail', '-c', [...setUp, 'exec 2>&1', script].join('\n'))
  const printed = text(shell.stdout as Readable)
  const [status] = await once(shell, 'exit')
  return { status, output: await readFile(output, 'utf8'), printed }
}

const action: Action = parse(readPage('docs/github-action/action.yml'))

test('the action for GitHub starts a server with options, waits for it, and tells its URL', async ({
  port,
  start,
  folder,
}) => {
  const { steps } = readYaml('.github/workflows/test.yaml').jobs.test
  const { id, uses, with: inputs } = steps.find(({ uses }: { uses?: string }) => uses?.includes('deploymock'))
  expect(uses).toBe('./node_modules/deploymock/docs/github-action')
  expect(steps.at(-1).env.API_URL).toBe(`\${{ steps.${id}.outputs.url }}`)
  const { status, output } = await runAction(start, folder, { PORT: String(port), OPTIONS: inputs.options })
  const url = `http://127.0.0.1:${port}`
  expect([status, output]).toEqual([0, `url=${url}\n`])
  const health = await fetch(`${url}/_simulator/scenario`)
  expect(await health.json()).toMatchObject({ name: 'busy' })
})

test('the action for GitHub fails with what the server said', async ({ port, start, folder }) => {
  const { status, output, printed } = await runAction(start, folder, { PORT: String(port), OPTIONS: '--preset real' })
  expect([status, output]).toEqual([1, ''])
  expect(await printed).toContain("'real' is invalid")
})

test('the dev container starts a server that outlives its command', async ({ port, start }) => {
  const settings = listBlocks('json').map(({ code }) => JSON.parse(code))
  const { postStartCommand, forwardPorts } = settings.find((each) => 'postStartCommand' in each)
  const command = postStartCommand.replace('npx deploymock', `"${process.execPath}" "${bin}" --port ${port}`)
  const [status] = await once(start('sh', '-c', command), 'exit')
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/_simulator/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isHealthy, { timeout: 20_000 }).toBe(true)
  expect([status, forwardPorts]).toEqual([0, [4010]])
})

// Stands in for the package, which needs Docker.
const CONTAINERS = `
  import { spawn } from 'node:child_process'
  export const Wait = { forHttp: (path, port) => ({ path, port }) }
  export class GenericContainer {
    constructor(image) { this.image = image }
    withCommand(command) { this.command = command; return this }
    withExposedPorts(port) { this.exposed = port; return this }
    withWaitStrategy(strategy) { this.strategy = strategy; return this }
    async start() {
      const { BIN, PORT } = process.env
      if (this.image !== 'deploymock' || this.exposed !== 4010 || this.strategy.port !== 4010) throw new Error('wrong')
      const server = spawn(process.execPath, [BIN, '--host', '0.0.0.0', '--port', PORT, ...this.command])
      const isReady = () => fetch('http://127.0.0.1:' + PORT + this.strategy.path).then(({ ok }) => ok, () => false)
      while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100))
      return { getHost: () => '127.0.0.1', getMappedPort: () => PORT, stop: () => server.kill() }
    }
  }`

test('the recipe for Testcontainers starts a server with a token, and stops it', async ({ port, start, folder }) => {
  await mkdir(folder.path('node_modules/testcontainers'), { recursive: true })
  await folder.write('node_modules/testcontainers/package.json', '{"type":"module","main":"index.js"}')
  await folder.write('node_modules/testcontainers/index.js', CONTAINERS)
  await folder.write('recipe.mjs', readPage('test/package/testcontainers/start-deploymock.mjs'))
  const script = `import { startDeploymock } from './recipe.mjs'
    const { url, stop } = await startDeploymock('change-me')
    const init = { method: 'POST', headers: { authorization: 'Bearer change-me' }, body: '{"name":"checkout"}' }
    const { status } = await fetch(url + '/_simulator/records/deployments', init)
    const { resources } = await (await fetch(url + '/v2/deployments')).json()
    process.stdout.write(JSON.stringify([status, resources.length]))
    await stop()`
  await folder.write('try.mjs', script)
  const node = start('env', `BIN=${bin}`, `PORT=${port}`, process.execPath, 'try.mjs')
  expect(JSON.parse(await text(node.stdout as Readable))).toEqual([201, 1])
})

/** Runs a script as `node -e` does. */
function run(script: string) {
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
}
