import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { collectCoverage } from '../../src/entries/coverage/index.ts'
import { createSimulator } from '../../src/index.ts'
import { percentOf, TOTAL, writeShare } from '../support/coverage-share.ts'
import { runCli } from '../support/run-cli.ts'

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'coverage-test-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

async function write(file: string, ...targets: string[]): Promise<string> {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  for (const target of targets) await simulator.fetch(target)
  coverage.write(file)
  return file
}

async function run(...args: string[]) {
  const { exit, out, err } = runCli('coverage', ...args)
  return { code: await exit, out: out.join('\n'), err }
}

test('deploymock coverage merges files and those in folders, and prints the table', async ({ folder }) => {
  await write(join(folder, 'deploymock-a.json'), '/v2/auth/providers')
  await write(join(folder, 'deploymock-b.json'), '/v2/deployments?limit=1')
  const other = await write(join(folder, 'more.json'), '/v2/nowhere')
  expect((await run(folder)).out.split('\n')[0]).toBe(`Contract coverage: ${writeShare(12)}`)
  const { code, out, err } = await run(folder, other)
  expect([code, err]).toEqual([0, []])
  expect(out.startsWith(`Contract coverage: ${writeShare(13)}\n\nlistOAuthProviders: 1 of 1\n`)).toBe(true)
})

test('deploymock coverage prints the report as JSON', async ({ folder }) => {
  const file = await write(join(folder, 'a.json'), '/v2/auth/providers')
  const { operations, ...share } = JSON.parse((await run(file, '--json')).out)
  expect(share).toEqual({ covered: 1, total: TOTAL, percent: percentOf(1) })
  expect(operations[0]).toEqual({
    operation: 'listOAuthProviders',
    covered: 1,
    total: 1,
    percent: 100,
    overridden: 0,
    subjects: [{ subject: 'answers', covered: 1, total: 1, percent: 100, cases: [{ name: 'success', times: 1 }] }],
  })
})

test('deploymock coverage fails below the threshold, after the table', async ({ folder }) => {
  const file = await write(join(folder, 'a.json'), '/v2/auth/providers')
  expect((await run(file, '--threshold', String(percentOf(1)))).code).toBe(0)
  const { code, out, err } = await run(file, '--threshold', '50')
  expect([code, out.split('\n')[0]]).toEqual([1, `Contract coverage: ${writeShare(1)}`])
  expect(err).toEqual([
    `Failed to reach the threshold of the contract coverage: it is ${percentOf(1)} %, but 50 % are required. ` +
      `Test ${Math.ceil(TOTAL / 2) - 1} more of the cases that never happened, or lower the threshold.`,
  ])
})

test('deploymock coverage shows all cases if there were no requests', async ({ folder }) => {
  expect((await run(await write(join(folder, 'a.json')))).out.split('\n')[0]).toBe(
    `Contract coverage: ${writeShare(0)}`,
  )
})

test.for([
  ['{', /a\.json": .*JSON.*Use a file that deploymock wrote, or run the tests again\./],
  ['[]', /a\.json": .*Use a file that this deploymock wrote\./],
  ['{"format":"deploymock-coverage","version":2,"cases":[]}', /a\.json": "version" is 2/],
  ['{"format":"deploymock-coverage","version":1,"cases":[{"place":"nowhere"}]}', /"cases\.0\.place" is "nowhere"/],
] as const)('deploymock coverage reports what is wrong with the file %j', async ([content, message], { folder }) => {
  const file = join(folder, 'a.json')
  writeFileSync(file, content)
  const { code, out, err } = await run(file)
  expect([code, out, err]).toEqual([2, '', [expect.stringMatching(message)]])
  expect(err[0]).toMatch(/^Failed to read the coverage in /)
})

test('deploymock coverage explains how to collect coverage if a file is missing or a folder has none', async ({
  folder,
}) => {
  writeFileSync(join(folder, 'package.json'), '{}')
  const missing = await run(join(folder, 'none'))
  expect(missing.err[0]).toMatch(/^Failed to read the coverage: ".*none" not found\. Run tests with the reporter/)
  const empty = await run(folder)
  expect(empty.err[0]).toMatch(/no coverage files in ".*"\. Run tests with the reporter/)
  expect([missing.code, empty.code]).toEqual([2, 2])
  expect((await run()).err[0]).toMatch(/"deploymock-coverage" not found/)
})

test.for([
  [['--threshold', '101'], /'101'.*a number from 0 to 100/],
  [['--threshold', ''], /''.*a number from 0 to 100/],
  [['--thresold', '1'], /'--thresold'\. Did you mean "--threshold"\? See deploymock coverage --help\.$/],
] as const)('deploymock coverage rejects %j', async ([args, message]) => {
  const { code, err } = await run(...args)
  expect([code, err]).toEqual([2, [expect.stringMatching(message)]])
})
