// The remaining tests of probe.slow.test.ts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { CAREFUL, CARELESS, readReport, runProbe, probeTest as test } from '../support/probe-test.ts'
import { runCli, runCliIn } from '../support/run-cli.ts'

// Each probe starts many processes.
vi.setConfig({ testTimeout: 180_000 })

test('tries the values that the code of a simulator in its process does not set', async ({ folder, script }) => {
  const file = join(folder, 'report.json')
  // The command runs six times, and this build starts in half the time of the other.
  const entry = new URL('../../dist/commonjs/src/node/index.js', import.meta.url)
  const command = script(`
      const { default: { setupSimulator } } = await import('${entry}')
      const simulator = setupSimulator({ baseUrl: 'http://service.test', assumptions: { lastPageOffset: 'zeroAtEnd' } })
      simulator.listen()
      process.env.API_URL = 'http://service.test'
      const { offset } = await get('/v2/deployments?offset=55')
      simulator.close()
      assert(process.env.COLUMNS === '500', 'the terminal is narrow')
      assert(offset === 0, 'offset ' + offset)
    `)
  const { code, out } = await runProbe('--only', 'lastPageOffset', '--report', file, ...command)
  expect(code).toBe(1)
  expect(readReport(file).entries).toMatchObject([{ verdict: 'depends', breaksWith: ['returned', 'limit'] }])
  expect(out).toMatch(/\n {4}DEPLOYMOCK_ASSUME='lastPageOffset=returned' \S*node /)
})

test('continues from its report, without repeating runs', async ({ folder, script }) => {
  const [file, log] = [join(folder, 'report.json'), join(folder, 'log')]
  const command = script(`appendFileSync('${log}', 'x'); ${CARELESS}`)
  const args = ['--url-env', 'API_URL', '--only', 'optionalFields,lastPageOffset']
  const first = await runProbe(...args, '--report', file, ...command)
  const before = readReport(file)
  expect(readFileSync(log, 'utf8')).toHaveLength(before.runs)
  const second = await runProbe(...args, '--resume', file, ...command)
  expect(readFileSync(log, 'utf8')).toHaveLength(before.runs + 2)
  expect([first.code, second.code]).toEqual([1, 1])
  expect(readReport(file)).toEqual({ ...before, milliseconds: expect.any(Number) })
  const changed = await runProbe(...args, '--seed', '2', '--resume', file, ...command)
  expect([changed.code, changed.err]).toEqual([
    2,
    [expect.stringMatching(/^Failed to resume from .*: it is a report of another probe: "seed" was 1 and is 2\./)],
  ])
})

test('finds values that only break it together', async ({ folder, script }) => {
  const file = join(folder, 'report.json')
  const command = script(`
      const { resources, offset } = await get('/v2/deployments?limit=60')
      const hasNull = resources.some((each) => Object.values(each).includes(null))
      assert(hasNull || offset !== 0, 'neither null nor an offset')
    `)
  const only = ['--only', 'optionalFields', '--only', 'lastPageOffset,secretValues']
  const { code } = await runProbe('--url-env', 'API_URL', '--runs', '4', ...only, '--report', file, ...command)
  const { entries, jointly, failures } = readReport(file)
  expect([code, entries.map(({ verdict }: { verdict: string }) => verdict)]).toEqual([1, ['holds', 'holds', 'holds']])
  expect(jointly).toEqual([
    [
      { id: 'lastPageOffset', value: 'zeroAtEnd' },
      { id: 'optionalFields', value: 'absent' },
    ],
  ])
  expect(failures[0].reproduce[0]).toBe(
    'npx deploymock --assume lastPageOffset=zeroAtEnd --assume optionalFields=absent',
  )
})

test('finds nothing in a client that depends on nothing', async ({ script }) => {
  const { code, out } = await runProbe('--url-env', 'API_URL', '--only', 'optionalFields', ...script(CAREFUL))
  expect([code, out.split('\n')[0]]).toEqual([0, 'It depends on no assumption. Its 1 request covered 1 assumption.'])
})

test('calls a failure that does not repeat flaky', async ({ folder, script }) => {
  const file = join(folder, 'report.json')
  const mark = join(folder, 'mark')
  const command = script(`
      const { offset } = await get('/v2/deployments?offset=55')
      if (offset !== 60 && !existsSync('${mark}')) { appendFileSync('${mark}', ''); throw new Error('only once') }
    `)
  const { code } = await runProbe('--url-env', 'API_URL', '--only', 'lastPageOffset', '--report', file, ...command)
  expect([code, readReport(file).entries[0]]).toEqual([
    0,
    expect.objectContaining({ verdict: 'flaky', breaksWith: [], flakyWith: ['limit'] }),
  ])
})

test('reports a command that fails unchanged, with its output', async ({ script }) => {
  const { code, out, err } = await runProbe('--url-env', 'API_URL', ...script("throw new Error('broken')"))
  expect([code, out]).toEqual([2, ''])
  expect(err).toContainEqual('Error: broken')
  expect(err.at(-1)).toMatch(/^Failed to probe ".*": it fails unchanged \(exit code 1\)\. Make it pass first\.$/)
})

test('reports a command that passes only sometimes', async ({ folder, script }) => {
  const mark = join(folder, 'mark')
  const command = script(`
      await get('/v2/deployments')
      if (existsSync('${mark}')) throw new Error('again')
      appendFileSync('${mark}', '')
    `)
  const { code, err } = await runProbe('--url-env', 'API_URL', '--parallel', '1', ...command)
  expect([code, err.at(-1)]).toEqual([
    2,
    expect.stringMatching(/: it is flaky: unchanged, it passed once and failed once/),
  ])
})

test('reports a command that cannot run several times at once', async ({ folder, script }) => {
  const mark = join(folder, 'mark')
  const command = script(`
      await get('/v2/deployments')
      if (existsSync('${mark}')) appendFileSync('${mark}', 'x')
      if (existsSync('${mark}')) throw new Error('address in use')
      appendFileSync('${mark}', '')
    `)
  const { code, err } = await runProbe('--url-env', 'API_URL', '--parallel', '2', ...command)
  expect([code, err.at(-1)]).toEqual([
    2,
    expect.stringMatching(/passes alone, but not when it runs 2 times at once .* Use --parallel 1/),
  ])
})

test('says what it waited for if no simulator got a request', async ({ script }) => {
  const inProcess = await runProbe(...script(''))
  expect([inProcess.code, inProcess.err.at(-1)]).toEqual([
    2,
    expect.stringMatching(
      /no simulator received a request\. The variables that it set: DEPLOYMOCK_TRACE\. It waited for a simulator of deploymock\/node, .*: --url-env API_URL\.$/,
    ),
  ])
  const other = await runProbe('--url-env', 'API', ...script(''))
  expect([other.code, other.err.at(-1)]).toEqual([
    2,
    expect.stringMatching(/set: DEPLOYMOCK_TRACE and API\. It waited for requests to the URL in API\./),
  ])
})

test('prints what it knows when it is interrupted', async ({ folder, script }) => {
  const file = join(folder, 'report.json')
  const args = ['--url-env', 'API_URL', '--only', 'lastPageOffset', '--parallel', '1', '--report', file]
  const { exit, out, err, complained, stop } = runCli('probe', ...args, ...script(CAREFUL))
  await complained(/^\d+\/\d+ lastPageOffset=limit: passed$/)
  stop()
  expect(await exit).toBe(2)
  expect(out[0]).toMatch(/The probe was interrupted, so this is not all\.$/)
  expect(err.at(-1)).toMatch(/: it was interrupted\. Resume it with --resume .*report\.json\.$/)
  expect(readReport(file)).toMatchObject({ complete: false, entries: [{ verdict: 'unfinished' }] })
})

test('applies every effect once to each covered operation', async ({ folder, script }) => {
  const file = join(folder, 'report.json')
  const command = script(`
      const list = (offset) => get('/v2/deployments?limit=40&offset=' + offset)
      const retry = (offset) => list(offset).catch(() => list(offset))
      const [one, other] = [await retry(0), await retry(40)]
      const ids = [...one.resources, ...other.resources].map(({ id }) => id)
      assert(ids.length === 60 && new Set(ids).size === 60, 'ids ' + ids.length)
    `)
  const { code, out, err } = await runProbe(
    '--url-env',
    'API_URL',
    '--faults',
    '--timeout',
    '3',
    '--report',
    file,
    ...command,
  )
  const { faults, entries } = readReport(file)
  const verdicts = faults.map(({ effect, verdict }: { effect: string; verdict: string }) => [effect, verdict])
  expect(Object.fromEntries(verdicts)).toEqual({
    status: 'survives',
    delay: 'survives',
    stall: 'fails',
    reset: 'survives',
    truncate: 'survives',
    malformed: 'survives',
    'wrong-length': 'survives',
    'rate-limit': 'survives',
    stale: 'survives',
    empty: 'fails',
    'duplicate-record': 'fails',
    'missing-record': 'fails',
  })
  expect(faults.find(({ effect }: { effect: string }) => effect === 'stall').message).toEqual(['Ended after 3.0 s'])
  expect([code, entries]).toEqual([1, []])
  expect(out).toMatch(/\nlistDeployments\n {2}status +survives\n/)
  expect(err.at(-1)).toMatch(/with every fault: it fails with 4 faults\.$/)
})

test('a report fits into 80 columns, except for lines to copy', { timeout: 60_000 }, async ({ script }) => {
  const args = ['--url-env', 'API_URL', '--only', 'lastPageOffset', ...script(CARELESS)]
  const { exit, out } = runCliIn(80, 'probe', ...args)
  expect(await exit).toBe(1)
  const isCopied = (line: string) => line.startsWith('    ') && /npx deploymock|API_URL=/.test(line)
  expect(out.filter((line) => line.length > 80 && !isCopied(line))).toEqual([])
})
