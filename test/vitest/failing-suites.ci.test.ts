import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sample } from '../support/scope.ts'
import { readVitestResults } from '../support/vitest-results.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

interface SuiteRun {
  /** The failure messages of each test of some suites by its title, empty if it passed. */
  listFailures(...suites: string[]): Record<string, readonly string[]>
  printed: string
}

/** Runs failing suites in a separate process. */
async function runSuites(...given: string[]): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'suites-'))
  const file = join(folder, 'results.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = [vitest, 'run', '--config', 'test/vitest/suites/vitest.config.ts', ...reporters, ...given]
  const run = spawn(process.execPath, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } })
  const [out, err] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')])
  const testResults = readVitestResults(file)
  await rm(folder, { recursive: true })
  return {
    listFailures(...suites) {
      const files = testResults.filter(({ name }) => suites.some((suite) => name.endsWith(`/${suite}.suite.ts`)))
      const results = files.flatMap(({ assertionResults }) => assertionResults)
      return Object.fromEntries(results.map(({ title, failureMessages }) => [title, failureMessages]))
    },
    printed: out + err,
  }
}

const NOT_ISOLATED = ['--no-isolate', '--maxWorkers=1']

let together: Promise<SuiteRun> | undefined

/** Runs all suites in one worker. Starting Vitest takes longer than the suites. */
function runTogether(): Promise<SuiteRun> {
  together ??= runSuites(...NOT_ISOLATED)
  return together
}

const naming = (part: string) => expect.stringContaining(part)

const ways: [flags: string[], run: () => Promise<SuiteRun>][] = [
  [NOT_ISOLATED, runTogether],
  [[], () => runSuites('unknown-requests', 'second-file')],
]

test.for(sample(ways, 2))(
  'a request that matches no operation fails the test that made it, and no other %j',
  { timeout: 60_000 },
  async ([, run]) => {
    expect((await run()).listFailures('unknown-requests', 'second-file')).toEqual({
      'swallows the error': [
        naming('GET http://deploymock.test/v2/deployment matches no operation. Nearest: GET /v2/deployments'),
      ],
      'fails for another reason as well': [naming('expected 1 to be 2'), naming('/v2/provider matches no operation.')],
      'makes only known requests concurrently': [],
      'makes an unhandled request concurrently': [
        naming('/v2/deploys matches no operation. Nearest: GET /v2/deployments'),
      ],
      'gets its 404': [],
      'fails if it uses the fixture of an invalid option': [
        naming('Failed to load the scenario: "nowhere" is unknown.'),
      ],
      'fails if it makes a request with an invalid option': [
        naming('Failed to load the scenario: "nowhere" is unknown.'),
      ],
      'passes with an invalid option if it does neither': [],
      'has the options of its file': [],
      'has the default options': [],
      'makes an unhandled request in another file of the same process': [naming('/v1/repos matches no operation.')],
    })
  },
)

test('a failed test shows the last requests that the simulator received', { timeout: 60_000 }, async () => {
  const { listFailures, printed } = await runTogether()
  expect(listFailures('hints')).toEqual({
    'fails after some requests': [naming('Expected a request listDeployments with parameters.limit 7')],
    'fails without any request': [naming('No other request was received.')],
    'fails with a wrong base URL': [naming('No other request was received.')],
    'fails with chaos': [naming('Expected a request listDeployments')],
    'times out while a request waits': [expect.any(String)],
    passes: [],
    // From its first attempt.
    'passes at the second attempt in a fresh world': [naming('expected 1 to be 2')],
  })
  const hints = printed.match(/The last 5 of 6 requests.*\n(?: {2}#.*\n)+/g)
  expect(hints).toHaveLength(1)
  expect(hints?.[0]?.trim().split('\n')).toHaveLength(6)
  expect(hints?.[0]).toMatch(
    /\n {2}#6 GET \/v2\/deployments\?limit=6&status=READY is listDeployments and got 200. There were 60 deployments. /,
  )
  expect(printed).toContain(
    'The simulator received no request for an operation. It does not see a fetch that was captured before',
  )
  expect(printed).toContain(
    'Its base URL is http://deploymock.test. These came instead:\n  GET http://api.invalid/v2/deployments\n',
  )
  expect(printed).toContain('simulator.clock.advance(3000) or simulator.clock.run()')
  expect(printed).toContain("Chaos of level 0.5 with seed 7. To replay it: chaos: '0.5:7'.")
})
