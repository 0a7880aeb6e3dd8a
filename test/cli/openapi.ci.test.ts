import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

test('openapi prints the document under the given assumptions', async () => {
  const { exit, out } = runCli(
    'openapi',
    '--preset',
    'langsmith',
    '--scenario',
    'first-day',
    '--assume',
    'creation=absent',
  )
  expect(await exit).toBe(0)
  const simulator = createSimulator({ preset: 'langsmith', scenario: 'first-day', assumptions: { creation: 'absent' } })
  expect(JSON.parse(out.join('\n'))).toEqual(await simulator.openapi({ server: 'http://127.0.0.1:4010' }))
})

test('openapi writes a file, with the URL of a server', async ({ folder }) => {
  const path = folder.path('openapi.json')
  const { exit, out } = runCli('openapi', '--server', 'https://api.test/', '--output', path)
  expect([await exit, out]).toEqual([0, [`Wrote the OpenAPI document to ${path}.`]])
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ servers: [{ url: 'https://api.test' }] })
})

test('openapi does not replace an existing file, unless told to', async ({ folder }) => {
  const path = await folder.write('mine.json', 'mine')
  const first = runCli('openapi', '--output', path)
  expect([await first.exit, first.err]).toEqual([
    2,
    [`Failed to write ${path}: it already exists. Name another file, or add --force to replace it.`],
  ])
  expect(await readFile(path, 'utf8')).toBe('mine')
  expect(await runCli('openapi', '--output', path, '--force').exit).toBe(0)
})

test.for([
  [['--preset', 'specs'], /Did you mean "spec"\? Allowed: spec, langsmith, langsmith-next/],
  [['--assume', 'creations=absent'], /"creations" is not an assumption\. Did you mean "creation"\?/],
  [['--assume', 'creation=deferred'], /creation=deferred: there is no such value/],
  [['--scenario', 'nope'], /Failed to find the scenario "nope"/],
  [['--output', ''], /must not be empty/],
] as const)('openapi rejects %j', async ([args, message]) => {
  const { exit, out, err } = runCli('openapi', ...args)
  expect([await exit, out, err]).toEqual([2, [], [expect.stringMatching(message)]])
})
