import { expect, test } from 'vitest'
import { formatProbe } from '../../src/programs/cli/output/probe-text.ts'
import type { ProbeReport } from '../../src/programs/probe/report/report.ts'
import { formatHtml, formatMarkdown } from '../../src/programs/probe/report/report-files.ts'

const hostile = 'a > <img src=x onerror=alert(1)> `code` & "quotes"'

const none = {
  breaksWith: [],
  refusedWith: [],
  flakyWith: [],
  requests: 0,
  operations: {},
  advice: 'Ask the owner of the service.',
}

const report: ProbeReport = {
  format: 'deploymock-probe',
  version: 1,
  command: 'npm test',
  complete: true,
  entries: [
    {
      ...none,
      id: 'deploymentOrdering',
      verdict: 'depends',
      breaksWith: ['name', 'shuffled', 'createdAscending'],
      requests: 14,
      operations: { listDeployments: 12, 'no operation': 2 },
    },
    { ...none, id: 'optionalFields', verdict: 'holds', requests: 3, operations: { listDeployments: 3 } },
    { ...none, id: 'errorBody', verdict: 'holds', requests: 3, operations: { listDeployments: 3 } },
    { ...none, id: 'nullableFields', verdict: 'refused', refusedWith: ['none'], requests: 2 },
    { ...none, id: 'secretValues', verdict: 'flaky', flakyWith: ['masked'], requests: 1 },
    { ...none, id: 'creation', verdict: 'not covered' },
  ],
  jointly: [
    [
      { id: 'errorBody', value: 'problem' },
      { id: 'optionalFields', value: 'absent' },
    ],
  ],
  faults: [],
  runs: 1234,
  saved: 1,
  milliseconds: 83_400,
  requests: 14,
  draws: { tried: 20, flaky: 1 },
  pairs: { covered: 30, total: 31 },
  failures: [
    {
      values: [{ id: 'deploymentOrdering', value: 'name' }],
      test: hostile,
      message: ['Error: expected ``` to be | other', 'second line'],
      others: { count: 3, names: ['a > b', 'a > c'] },
      reproduce: ["DEPLOYMOCK_ASSUME='deploymentOrdering=name' npm test"],
    },
    {
      values: [{ id: 'deploymentOrdering', value: 'shuffled' }],
      test: 'a > d',
      message: ['Error: expected 1 to be 2'],
      reproduce: ["DEPLOYMOCK_ASSUME='deploymentOrdering=shuffled' npm test"],
    },
    {
      values: [{ id: 'deploymentOrdering', value: 'createdAscending' }],
      test: 'a > d',
      message: ['Error: expected 2 to be 3'],
      reproduce: ["DEPLOYMOCK_ASSUME='deploymentOrdering=createdAscending' npm test"],
    },
    {
      values: [{ id: 'nullableFields', value: 'none' }],
      test: 'a > handles null',
      message: ['Failed to create deployment: "image_version" is null.'],
      reproduce: ["DEPLOYMOCK_ASSUME='nullableFields=none' npm test"],
    },
    {
      values: [
        { id: 'errorBody', value: 'problem' },
        { id: 'optionalFields', value: 'absent' },
      ],
      test: null,
      message: ['last line'],
      reproduce: ['npx deploymock --assume errorBody=problem --assume optionalFields=absent', 'API_URL=x npm test'],
    },
  ],
  settings: { command: ['npm', 'test'] },
  history: [],
}

const faults: ProbeReport = {
  ...report,
  entries: [],
  jointly: [],
  failures: [],
  saved: 0,
  draws: { tried: 0, flaky: 0 },
  faults: [
    { operation: 'listDeployments', effect: 'status', verdict: 'survives' },
    { operation: 'listDeployments', effect: 'stall', verdict: 'fails', test: hostile, message: ['Test timed out.'] },
    { operation: 'listDeployments', effect: 'delay', verdict: 'not applied' },
    { operation: 'listOAuthProviders', effect: 'status', verdict: 'flaky' },
  ],
}

test.for([
  ['probe.md', formatMarkdown(report)],
  ['probe.html', formatHtml(report)],
  ['probe.txt', `${formatProbe(report, 80)}\n`],
  ['faults.md', formatMarkdown(faults)],
  ['faults.html', formatHtml(faults)],
  ['faults.txt', `${formatProbe(faults, 80)}\n`],
] as const)('a report %s', async ([file, text]) => {
  await expect(text).toMatchFileSnapshot(`reports/${file}`)
})

test('a report of an interrupted probe says that it is not complete', () => {
  const unfinished: ProbeReport = {
    ...report,
    jointly: [],
    complete: false,
    entries: [{ ...none, id: 'creation', verdict: 'unfinished' }],
  }
  for (const format of [formatMarkdown, formatHtml, formatProbe]) {
    expect(format(unfinished)).toContain('No other value has broken it so far.')
    expect(format(unfinished)).toContain('The probe was interrupted, so this is not all.')
  }
  expect(formatProbe(unfinished)).toContain('Not finished: creation.')
})
