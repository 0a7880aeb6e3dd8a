import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { register } from '../../src/index.ts'
import { CARELESS, readReport, runProbe, probeTest as test } from '../support/probe-test.ts'

// Each probe starts many processes.
test('finds what a client of a server depends on, and reports it', { timeout: 180_000 }, async ({ folder, script }) => {
  const file = join(folder, 'report.json')
  const only = 'lastPageOffset,optionalFields,nameMatching'
  const command = script(CARELESS)
  const { code, out, err } = await runProbe('--url-env', 'API_URL', '--only', only, '--report', file, ...command)
  expect(code).toBe(1)
  expect(err.at(-1)).toMatch(/^Failed to run .* with other assumptions: it depends on lastPageOffset\.$/)
  expect(out).toMatch(/\nlastPageOffset\n {2}breaks with {2}zeroAtEnd\n {2}last output [\s\S]* Error: no offset\n/)
  expect(out).toMatch(/\n {4}npx deploymock --assume lastPageOffset=zeroAtEnd\n {4}API_URL=http\S+4010 \S*node /)
  expect(out).toContain('\nHolds: optionalFields.\n\nNot covered: nameMatching.\n')
  const { entries, jointly, runs, saved } = readReport(file)
  expect(entries).toEqual([
    expect.objectContaining({ id: 'lastPageOffset', verdict: 'depends', breaksWith: ['zeroAtEnd'], requests: 1 }),
    expect.objectContaining({ id: 'optionalFields', verdict: 'holds', breaksWith: [], requests: 1 }),
    expect.objectContaining({ id: 'nameMatching', verdict: 'not covered', breaksWith: [], requests: 0 }),
  ])
  // Unchanged twice, three values alone, one of them once more, and the other two together.
  expect([jointly, runs, saved]).toEqual([[], 7, 2])
})

test('says which value the set-up of a test does not allow', { timeout: 180_000 }, async ({ folder }) => {
  const [file, tests] = [join(folder, 'report.json'), join(folder, 'null.test.mjs')]
  const entry = new URL('../../dist/commonjs/src/node/index.js', import.meta.url)
  writeFileSync(
    tests,
    `import test from 'node:test'
    import assert from 'node:assert'
    const { default: { setupSimulator } } = await import('${entry}')
    const simulator = setupSimulator({ baseUrl: 'http://service.test' })
    simulator.listen()
    const list = async () => (await (await fetch('http://service.test/v2/deployments')).json()).resources
    // Every run refuses this.
    assert.throws(() => simulator.db.deployments.create({ name: 7 }))
    test('shows a deployment without a version', async () => {
      simulator.db.deployments.create({ name: 'x', image_version: null })
      const { image_version } = (await list()).find(({ name }) => name === 'x')
      assert.equal(image_version ?? '(none)', '(none)')
    })
    test('counts the deployments', async () => {
      assert.equal((await list()).length, 20)
    })
    test.after(() => simulator.close())
    `,
  )
  const only = 'nullableFields,optionalFields'
  const { code, out } = await runProbe('--only', only, '--report', file, '--', process.execPath, '--test', tests)
  const message =
    'Failed to create deployment: "image_version" is null. Every field must have a value while nullableFields is none.'
  expect([code, out]).toEqual([0, expect.stringContaining('\nNot tried, because the set-up of a test needs another')])
  expect(out).toContain(`nullableFields=none  shows a deployment without a version: ${message}`)
  expect(readReport(file)).toMatchObject({
    entries: [
      { id: 'optionalFields', verdict: 'holds' },
      { id: 'nullableFields', verdict: 'refused', breaksWith: [], refusedWith: ['none'] },
    ],
    failures: [{ test: 'shows a deployment without a version', message: [message] }],
  })
})

test('reports every value that breaks other tests, and the other tests', { timeout: 180_000 }, async ({ folder }) => {
  const [file, tests] = [join(folder, 'report.md'), join(folder, 'names.test.mjs')]
  writeFileSync(
    tests,
    `import test from 'node:test'
    import assert from 'node:assert'
    const find = async (part) => {
      const response = await fetch(process.env.API_URL + '/v2/deployments?limit=100&name_contains=' + part)
      return (await response.json()).resources
    }
    test('finds a part', async () => assert.notEqual((await find('planner')).length, 0))
    test('finds the end of a name', async () => assert.notEqual((await find('-agent')).length, 0))
    test('finds nothing in capitals', async () => assert.equal((await find('AGENT')).length, 0))
    `,
  )
  const args = ['--url-env', 'API_URL', '--only', 'nameMatching', '--report', file]
  const { code, out } = await runProbe(...args, '--', process.execPath, '--test', tests)
  expect(code).toBe(1)
  expect(out).toMatch(
    /breaks with {4}prefix\n {2}first failure {2}finds a part\n[\s\S]* also fails {5}finds the end of a name\n {2}breaks with {4}substringIgnoringCase\n {2}first failure {2}finds nothing in capitals\n/,
  )
  for (const value of ['prefix', 'substringIgnoringCase']) {
    expect(out).toContain(`    npx deploymock --assume nameMatching=${value}\n`)
    expect(readFileSync(file, 'utf8')).toContain(`\nnpx deploymock --assume nameMatching=${value}\n`)
  }
})

test.for([
  [[], /^Failed to probe: there is no command\. Write it after --, such as deploymock probe -- npm test\.$/],
  [['--runs', '0', '--', 'x'], /'0'.*a whole number from 1 to 10000/],
  [['--parallel', '0', '--', 'x'], /'0'.*a whole number from 1 to 256/],
  [['--timeout', 'soon', '--', 'x'], /'soon'.*from 1 to 86400 seconds/],
  [['--only', 'nameMatchin', '--', 'x'], /"nameMatchin" is not an assumption\. Did you mean "nameMatching"\? Known: /],
  [['--except', 'creation,', '--', 'x'], /"" is not an assumption\. Known: /],
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
] as const)('rejects invalid input before the first run: %j', async ([args, message]) => {
  const { code, out, err } = await runProbe(...args)
  expect([code, out, err]).toEqual([2, '', [expect.stringMatching(message)]])
})

test('rejects a report in a missing folder before the first run', async ({ folder, script }) => {
  const mark = join(folder, 'mark')
  const report = join(folder, 'none', 'report.md')
  const { code, err } = await runProbe('--report', report, ...script(`appendFileSync('${mark}', '')`))
  expect([code, err.length, existsSync(mark)]).toEqual([2, 1, false])
})

test('rejects a file that is not a report before the first run', async ({ folder, script }) => {
  const file = join(folder, 'other.json')
  writeFileSync(file, '{"entries": []}')
  const { code, err } = await runProbe('--resume', file, ...script(''))
  expect([code, err]).toEqual([2, [expect.stringMatching(/it is not a report of a probe\./)]])
  writeFileSync(file, '{')
  expect((await runProbe('--resume', file, ...script(''))).err[0]).toMatch(/it is not valid JSON\./)
})

test('invalid input is rejected before the first run a command that does not exist', async () => {
  const { code, err } = await runProbe('--', 'no-such-command')
  expect([code, err.at(-1)]).toEqual([
    2,
    expect.stringMatching(/^Failed to run "no-such-command": command not found\./),
  ])
})

test('the register has an advice for every entry', () => {
  expect(Object.values(register).filter(({ advice }) => !/^[A-Z].*\.$/.test(advice))).toEqual([])
})
