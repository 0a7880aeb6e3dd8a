import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { collectCoverage, formatCoverage } from '../../src/entries/coverage/index.ts'
import createCoverageReporter, { type CoverageReporterOptions } from '../../src/entries/vitest/coverage-reporter.ts'
import { percentOf, writeShare } from '../support/coverage-share.ts'
import { runCli } from '../support/run-cli.ts'
import { isFull, sample } from '../support/scope.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function runNode(args: readonly string[], env: Record<string, string>) {
  // The environment of this run must not affect the run that is started.
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name))
  // Node 26 prints a warning because MSW looks for a localStorage.
  const quiet = { NO_COLOR: '1', NODE_NO_WARNINGS: '1' }
  const child = spawn(process.execPath, args, { cwd: root, env: { ...Object.fromEntries(own), ...quiet, ...env } })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

function runVitest(env: Record<string, string>, ...args: string[]) {
  return runNode([join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', 'test/coverage/project', ...args], env)
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Checks that the command line finds the coverage of the project in a folder. */
async function expectCoverage(folder: string): Promise<void> {
  const { exit, out } = runCli('coverage', folder)
  expect([await exit, out[0]]).toEqual([0, `Contract coverage: ${writeShare(19)}`])
  const used = runCli('assumptions', '--used', folder)
  expect([await used.exit, used.out.join('\n')]).toEqual([0, expect.stringContaining('5 requests depended on')])
}

test('the reporter prints one table for all workers, fails the run below the threshold, and leaves files for the command line', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'deploymock-old.json'), 'of a run before')
  const { code, out } = await runVitest({ TEST_THRESHOLD: '80', TEST_FOLDER: folder })
  expect(out).toContain('4 passed')
  expect(out).toContain(`\nContract coverage: ${writeShare(19)}\n\nlistOAuthProviders: 1 of 1\n`)
  expect(out).toContain('\n  limit              3 of 4    never: absent\n')
  expect(out).toContain('\nAssumptions: 5 requests depended on ')
  expect(out).toMatch(/^ +1 +providerOrdering +In which order are OAuth providers listed\?$/m)
  expect(out).toContain(`it is ${percentOf(19)} %, but 80 % are required.`)
  expect(code).toBe(1)
  await expectCoverage(folder)
}, 60_000)

const ways: [env: Record<string, string>, args: string[]][] = [
  [{}, ['--no-isolate', '--maxWorkers=1', '--environment=jsdom']],
  [{}, ['--pool=threads']],
  [{ TEST_LINKED: 'yes' }, []],
]

// Each starts Vitest.
test.runIf(isFull).for(ways)(
  'the reporter counts the same with %j and %j, and passes the run at the threshold',
  { timeout: 60_000 },
  async ([env, args]) => {
    const folder = makeFolder()
    const options = { ...env, TEST_FOLDER: folder, TEST_THRESHOLD: String(percentOf(19)) }
    const { code, out } = await runVitest(options, ...args)
    expect([code, out]).toEqual([0, expect.stringContaining(writeShare(19))])
    await expectCoverage(folder)
  },
)

test.for(sample(['with a folder', 'without a folder'], 2))(
  'merged shards have the coverage of all, %s',
  { timeout: 120_000 },
  async (how) => {
    const [blobs, folder] = [makeFolder(), makeFolder()]
    const env = {
      TEST_THRESHOLD: String(percentOf(19)),
      ...(how === 'with a folder' ? { TEST_FOLDER: folder } : {}),
    }
    for (const shard of [1, 2]) {
      const { code, out } = await runVitest({ ...env, TEST_BLOB: join(blobs, `${shard}.json`) }, `--shard=${shard}/2`)
      // A part of the tests is not compared with the threshold.
      expect([code, out]).toEqual([0, expect.stringContaining('1 passed (1)')])
    }
    const gathered = readdirSync(folder)
    const { code, out } = await runVitest(env, `--merge-reports=${blobs}`)
    expect(out).toContain(`\nContract coverage: ${writeShare(19)}\n`)
    expect(out).toContain('\nAssumptions: 5 requests depended on ')
    expect(code).toBe(0)
    expect(gathered).toHaveLength(how === 'with a folder' ? 2 : 0)
    expect(readdirSync(folder)).toEqual(gathered)
    const failing = await runVitest({ ...env, TEST_THRESHOLD: '80' }, `--merge-reports=${blobs}`)
    expect(failing.code).toBe(1)
  },
)

test.runIf(isFull)('the reporter needs no folder', { timeout: 60_000 }, async () => {
  const { code, out } = await runVitest({ TEST_THRESHOLD: '80' })
  expect([code, out]).toEqual([1, expect.stringContaining(writeShare(19))])
})

test('the reporter names the service that tests have used instead, and fails only a run with a threshold', () => {
  const folder = makeFolder()
  const before = process.exitCode
  onTestFinished(() => {
    process.exitCode = before
  })
  for (const threshold of [0, 1]) {
    const printed: string[] = []
    const reporter = createCoverageReporter({ folder, threshold })
    const logger = { log: (line: string) => printed.push(line) }
    reporter.onInit?.({ logger, config: {}, projects: [] } as never)
    const content = { format: 'deploymock-coverage', version: 1, service: 'Lending Library', cases: [] }
    writeFileSync(join(folder, 'deploymock-1.json'), JSON.stringify(content))
    reporter.onTestRunEnd?.([], [], 'passed')
    expect(printed.join('')).toContain('there is only that of "Lending Library". Name that service')
    expect(process.exitCode).toBe(threshold === 0 ? before : 1)
  }
})

test.for<[unknown, RegExp]>([
  [{ treshold: 80 }, /"treshold" is not an option\. Did you mean "threshold"\? Options: threshold, folder, service\./],
  [{ threshold: 101 }, /"threshold" is 101\. Allowed: a number from 0 to 100\./],
  [{ threshold: '80' }, /"threshold" is "80"\. Allowed/],
  [{ folder: '' }, /"folder" is ""\. Use the path of a folder\./],
])('the reporter rejects %j', ([options, message]) => {
  expect(() => createCoverageReporter(options as CoverageReporterOptions)).toThrow(message)
})

test('any Node process collects coverage if the environment sets a folder', async () => {
  const folder = makeFolder()
  const script = `
    import { createSimulator } from 'deploymock'
    await createSimulator().fetch('/v2/auth/providers')
  `
  const args = ['--import', 'deploymock/coverage/register', '--input-type=module', '--eval', script]
  expect(await runNode(args, { DEPLOYMOCK_COVERAGE: folder })).toEqual({ code: 0, out: '', err: '' })
  expect(await runNode(args, {})).toEqual({ code: 0, out: '', err: '' })
  expect(readdirSync(folder)).toHaveLength(1)
  const { exit, out } = runCli('coverage', folder)
  expect([await exit, out[2]]).toEqual([0, 'listOAuthProviders: 1 of 1'])
})

test.runIf(isFull)('the built server collects the coverage of its clients in any language', async () => {
  const folder = makeFolder()
  const register = pathToFileURL(join(root, 'dist/src/coverage/register.js')).href
  const args = ['--import', register, join(root, 'dist/src/cli/bin.js'), '--port', '0']
  const server = spawn(process.execPath, args, { env: { ...process.env, DEPLOYMOCK_COVERAGE: folder } })
  const [line] = await once(server.stdout, 'data')
  const [, url] = /listens on (\S+)/.exec(String(line)) ?? []
  expect((await fetch(`${url}/v2/auth/providers`)).status).toBe(200)
  server.kill('SIGINT')
  await once(server, 'exit')
  const { exit, out } = runCli('coverage', folder)
  expect([await exit, out[2]]).toEqual([0, 'listOAuthProviders: 1 of 1'])
})

test('the entry exports its public names, and nothing else', async () => {
  const entry = await import('../../src/entries/coverage/index.ts')
  expect({ ...entry }).toEqual({ collectCoverage, formatCoverage })
})
