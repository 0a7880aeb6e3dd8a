import { expect } from 'vitest'
import { readReport, runProbe, probeTest as test } from '../support/probe-test.ts'

// The offset of the last page decides whether it ends.
const HANGS = `
  const { offset } = await get('/v2/deployments?limit=60')
  while (offset === 0) await new Promise((resolve) => setTimeout(resolve, 1000))
`

test('a probe says what a client asked last before it hung', async ({ script, folder }) => {
  const report = `${folder}/report.json`
  const only = ['--only', 'lastPageOffset', '--timeout', '3', '--runs', '1', '--report', report]
  await runProbe(...only, '--url-env', 'API_URL', ...script(HANGS))
  const [failure] = readReport(report).failures
  expect(failure.message).toEqual([
    'Ended after 3.0 s',
    'Its last request: GET /v2/deployments?limit=60',
    'If each test has a limit of its own, the test runner names the one that hangs.',
  ])
})
