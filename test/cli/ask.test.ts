import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

async function recordHar() {
  const simulator = createSimulator({ scenario: 'empty' })
  await simulator.fetch('/v2/deployments?status=NOPE')
  await simulator.fetch('/unknown')
  return JSON.stringify(await simulator.requests.toHar())
}

test('ask says that nothing differs, and exits with 0', async ({ folder }) => {
  const file = await folder.write('requests.har', await recordHar())
  const { exit, out, err } = runCli('ask', '--har', file, '--scenario', 'empty')
  expect([await exit, err]).toEqual([0, []])
  expect(out).toEqual(['Asked 1 request: nothing differs', '1 request matches no operation.'])
})

test('ask lists the differences, and exits with 1', async ({ folder }) => {
  const file = await folder.write('requests.har', await recordHar())
  const args = ['ask', '--har', file, '--har', file, '--scenario', 'empty', '--assume', 'unknownStatus=422']
  const { exit, out, err } = runCli(...args)
  expect(await exit).toBe(1)
  expect(out).toEqual([
    'Asked 2 requests: 1 difference:',
    '- status: 422 instead of 200',
    '  GET /v2/deployments?status={text}',
    '2 requests match no operation.',
  ])
  expect(err).toEqual([
    'Failed to get the same responses as in the file: they differ in 1 way. Another --preset or --assume may explain it, or the client relies on another service.',
  ])
})

test('ask writes its result as JSON', async ({ folder }) => {
  const file = await folder.write('requests.har', await recordHar())
  const { exit, out } = runCli('ask', '--har', file, '--scenario', 'empty', '--json')
  expect(await exit).toBe(0)
  expect(JSON.parse(out.join('\n'))).toMatchObject({ asked: 1, differences: [] })
})

test.for([
  [['ask'], /^Failed to ask: there is no --har\. Name a HAR file\.$/],
  [['ask', '--har', ''], /It must not be empty/],
  [['ask', '--har', 'package.json'], /^Failed to read the requests of "package.json": it is no HAR\./],
] as const)('%j is wrong usage, and exits with 2', async ([args, expected]) => {
  const { exit, err } = runCli(...args)
  expect(await exit).toBe(2)
  expect(err.join('\n')).toMatch(expected)
})
