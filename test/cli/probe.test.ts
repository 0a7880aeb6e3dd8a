import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, describe, expect } from 'vitest'
import { register } from '../../src/index.ts'
import { runCli, runCliIn } from '../support/run-cli.ts'

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

const test = base.extend<Fixtures>({
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

const CARELESS = `
  const { offset } = await get('/v2/deployments?limit=60')
  assert(offset === 60, 'no offset')
`

const CAREFUL = "await get('/v2/deployments?limit=5')"

// The default depends on the machine.
async function run(...args: string[]) {
  const { exit, out, err } = runCli('probe', '--parallel', '1', ...args)
  return { code: await exit, out: out.join('\n'), err }
}

function readReport(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

// Each probe starts many processes.
describe('deploymock probe', { timeout: 180_000 }, () => {
  test('finds what a client of a server depends on, and reports it', async ({ folder, script }) => {
    const file = join(folder, 'report.json')
    const only = 'lastPageOffset,optionalFields,nameMatching'
    const command = script(CARELESS)
    const { code, out, err } = await run('--url-env', 'API_URL', '--only', only, '--report', file, ...command)
    expect(code).toBe(1)
    expect(err.at(-1)).toMatch(/^Failed to run .* with other assumptions: it depends on lastPageOffset\.$/)
    expect(out).toMatch(/\nlastPageOffset\n {2}breaks with {2}zeroAtEnd\n {2}last output [\s\S]* Error: no offset\n/)
    expect(out).toMatch(/\n {4}npx deploymock --assume lastPageOffset=zeroAtEnd\n {4}API_URL=http\S+4010 \S*node /)
    expect(out).toContain('\nHolds: optionalFields.\n\nNot exercised: nameMatching.\n')
    const { entries, jointly, runs, saved } = readReport(file)
    expect(entries).toEqual([
      expect.objectContaining({ id: 'lastPageOffset', verdict: 'depends', breaksWith: ['zeroAtEnd'], requests: 1 }),
      expect.objectContaining({ id: 'optionalFields', verdict: 'holds', breaksWith: [], requests: 1 }),
      expect.objectContaining({ id: 'nameMatching', verdict: 'not exercised', breaksWith: [], requests: 0 }),
    ])
    // Unchanged twice, three values alone, one of them once more, and the other two together.
    expect([jointly, runs, saved]).toEqual([[], 7, 2])
  })

  test('finds values that only break it together', async ({ folder, script }) => {
    const file = join(folder, 'report.json')
    const command = script(`
      const { resources, offset } = await get('/v2/deployments?limit=60')
      const hasNull = resources.some((each) => Object.values(each).includes(null))
      assert(hasNull || offset !== 0, 'neither null nor an offset')
    `)
    const only = ['--only', 'optionalFields', '--only', 'lastPageOffset,secretValues']
    const { code } = await run('--url-env', 'API_URL', '--runs', '4', ...only, '--report', file, ...command)
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
    const { code, out } = await run('--url-env', 'API_URL', '--only', 'optionalFields', ...script(CAREFUL))
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      'It depends on no assumption. Its 1 request exercised 1 assumption.',
    ])
  })

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
      assert(offset === 0, 'offset ' + offset)
    `)
    const { code, out } = await run('--only', 'lastPageOffset', '--report', file, ...command)
    expect(code).toBe(1)
    expect(readReport(file).entries).toMatchObject([{ verdict: 'depends', breaksWith: ['returned', 'limit'] }])
    expect(out).toMatch(/\n {4}DEPLOYMOCK_ASSUME='lastPageOffset=returned' \S*node /)
  })

  test('calls a failure that does not repeat flaky', async ({ folder, script }) => {
    const file = join(folder, 'report.json')
    const mark = join(folder, 'mark')
    const command = script(`
      const { offset } = await get('/v2/deployments?offset=55')
      if (offset !== 60 && !existsSync('${mark}')) { appendFileSync('${mark}', ''); throw new Error('only once') }
    `)
    const { code } = await run('--url-env', 'API_URL', '--only', 'lastPageOffset', '--report', file, ...command)
    expect([code, readReport(file).entries[0]]).toEqual([
      0,
      expect.objectContaining({ verdict: 'flaky', breaksWith: [], flakyWith: ['limit'] }),
    ])
  })

  test('reports a command that fails unchanged, with its output', async ({ script }) => {
    const { code, out, err } = await run('--url-env', 'API_URL', ...script("throw new Error('broken')"))
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
    const { code, err } = await run('--url-env', 'API_URL', '--parallel', '1', ...command)
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
    const { code, err } = await run('--url-env', 'API_URL', '--parallel', '2', ...command)
    expect([code, err.at(-1)]).toEqual([
      2,
      expect.stringMatching(/passes alone, but not when it runs 2 times at once .* Use --parallel 1/),
    ])
  })

  test('says what it waited for if no simulator got a request', async ({ script }) => {
    const inProcess = await run(...script(''))
    expect([inProcess.code, inProcess.err.at(-1)]).toEqual([
      2,
      expect.stringMatching(
        /no simulator received a request\. The variables that it set: DEPLOYMOCK_TRACE\. It waited for a simulator of deploymock\/node, .*: --url-env API_URL\.$/,
      ),
    ])
    const other = await run('--url-env', 'API', ...script(''))
    expect([other.code, other.err.at(-1)]).toEqual([
      2,
      expect.stringMatching(/set: DEPLOYMOCK_TRACE and API\. It waited for requests to the URL in API\./),
    ])
  })

  test('continues from its report, without repeating runs', async ({ folder, script }) => {
    const [file, log] = [join(folder, 'report.json'), join(folder, 'log')]
    const command = script(`appendFileSync('${log}', 'x'); ${CARELESS}`)
    const args = ['--url-env', 'API_URL', '--only', 'optionalFields,lastPageOffset']
    const first = await run(...args, '--report', file, ...command)
    const before = readReport(file)
    expect(readFileSync(log, 'utf8')).toHaveLength(before.runs)
    const second = await run(...args, '--resume', file, ...command)
    expect(readFileSync(log, 'utf8')).toHaveLength(before.runs + 2)
    expect([first.code, second.code]).toEqual([1, 1])
    expect(readReport(file)).toEqual({ ...before, milliseconds: expect.any(Number) })
    const changed = await run(...args, '--seed', '2', '--resume', file, ...command)
    expect([changed.code, changed.err]).toEqual([
      2,
      [expect.stringMatching(/^Failed to resume from .*: it is a report of another probe: "seed" was 1 and is 2\./)],
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

  test('applies every effect once to each exercised operation', async ({ folder, script }) => {
    const file = join(folder, 'report.json')
    const command = script(`
      const list = (offset) => get('/v2/deployments?limit=40&offset=' + offset)
      const retry = (offset) => list(offset).catch(() => list(offset))
      const [one, other] = [await retry(0), await retry(40)]
      const ids = [...one.resources, ...other.resources].map(({ id }) => id)
      assert(ids.length === 60 && new Set(ids).size === 60, 'ids ' + ids.length)
    `)
    const { code, out, err } = await run(
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
})

describe('invalid input is rejected before the first run', () => {
  test.for([
    [[], /^Failed to probe: there is no command\. Write it after --, such as deploymock probe -- npm test\.$/],
    [['--runs', '0', '--', 'x'], /'0'.*a whole number from 1 to 10000/],
    [['--parallel', '0', '--', 'x'], /'0'.*a whole number from 1 to 256/],
    [['--timeout', 'soon', '--', 'x'], /'soon'.*a whole number from 1 to 86400/],
    [
      ['--only', 'nameMatchin', '--', 'x'],
      /"nameMatchin" is not in the register\. Did you mean "nameMatching"\? Known: /,
    ],
    [['--except', 'creation,', '--', 'x'], /"" is not in the register\. Known: /],
    [['--only', 'creation', '--except', 'creation', '--', 'x'], /--except.* cannot be used with .*--only/],
    [['--url-env', 'API-URL', '--', 'x'], /'API-URL'.*the name of an environment variable, such as API_URL/],
    [
      ['--report', 'report.txt', '--', 'x'],
      /^Failed to write the report "report\.txt": its name must end in \.md, \.json, \.html\.$/,
    ],
    [
      ['--report', '/no/such/report.md', '--', 'x'],
      /^Failed to write \/no\/such\/report\.md: its folder does not exist\./,
    ],
    [['--resume', '/no/such/report.json', '--', 'x'], /^Failed to resume from .*: there is no such file\./],
    [
      ['--assume', 'nullableFields=none', '--assume', 'optionalFields=absent', '--', 'x'],
      /nullableFields=none.*optionalFields=absent/,
    ],
    [['--scenario', 'bussy', '--', 'x'], /"bussy".*Did you mean "busy"\?/],
    [['--rnus', '3', '--', 'x'], /Did you mean "--runs"\?/],
  ] as const)('%j', async ([args, message]) => {
    const { code, out, err } = await run(...args)
    expect([code, out, err]).toEqual([2, '', [expect.stringMatching(message)]])
  })

  test('a report in a missing folder', async ({ folder, script }) => {
    const mark = join(folder, 'mark')
    const report = join(folder, 'none', 'report.md')
    const { code, err } = await run('--report', report, ...script(`appendFileSync('${mark}', '')`))
    expect([code, err.length, existsSync(mark)]).toEqual([2, 1, false])
  })

  test('a file that is not a report', async ({ folder, script }) => {
    const file = join(folder, 'other.json')
    writeFileSync(file, '{"entries": []}')
    const { code, err } = await run('--resume', file, ...script(''))
    expect([code, err]).toEqual([2, [expect.stringMatching(/it is not a report of a probe\./)]])
    writeFileSync(file, '{')
    expect((await run('--resume', file, ...script(''))).err[0]).toMatch(/it is not valid JSON\./)
  })

  test('a command that does not exist', async () => {
    const { code, err } = await run('--', 'no-such-command')
    expect([code, err.at(-1)]).toEqual([
      2,
      expect.stringMatching(/^Failed to run "no-such-command": command not found\./),
    ])
  })
})

test('a report fits into 80 columns, except for lines to copy', { timeout: 60_000 }, async ({ script }) => {
  const args = ['--url-env', 'API_URL', '--only', 'lastPageOffset', ...script(CARELESS)]
  const { exit, out } = runCliIn(80, 'probe', ...args)
  expect(await exit).toBe(1)
  const isCopied = (line: string) => line.startsWith('    ') && /npx deploymock|API_URL=/.test(line)
  expect(out.filter((line) => line.length > 80 && !isCopied(line))).toEqual([])
})

test('the register has an advice for every entry', () => {
  expect(Object.values(register).filter(({ advice }) => !/^[A-Z].*\.$/.test(advice))).toEqual([])
})
