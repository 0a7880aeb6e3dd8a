import { expect } from 'vitest'
import { FileError, readScenarioFile } from '../../src/entries/files/index.ts'
import { type Folder, test } from '../support/folder.ts'
import { isFull } from '../support/scope.ts'

const WORLD = `name: demo
description: A world for tests.
providers: 0
integrations: []
`

async function readIssues(folder: Folder, name: string, content: string | Uint8Array): Promise<string[]> {
  const path = await folder.write(name, content)
  const error = await readScenarioFile(path).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return []
  expect(error).toBeInstanceOf(FileError)
  const { message } = error as FileError
  return message.replaceAll(path, name).split('\n').slice(1)
}

const KNOWN =
  'Known: $schema, name, description, seed, now, organization_id, tenant_id, providers, integrations, listeners, tokens, connections, deployments, changes, preset, assumptions, latency, faults, chaos.'

test.for([
  ['deployments: many', ['5:14: "deployments" is "many". Expected: a number, or a list.']],
  ['deployments: -1', ['5:14: "deployments" is -1. It must be at least 0.']],
  ['deployments: [{ count: 1.5 }]', ['5:24: "deployments.0.count" is 1.5. Expected: a whole number.']],
  [
    'deployment: 5',
    [
      '1:1: "deployments" is missing. Expected: a number, or a list.',
      `5:1: "deployment" is unknown. Did you mean "deployments"? ${KNOWN}`,
    ],
  ],
  ['deployments:', ['5:13: "deployments" is null. Expected: a number, or a list.']],
  [
    'deployments:\n  - record: { name: 5 }',
    ['6:21: "deployments.0.record.name" is 5. Expected: text. Quote it to make it text: "5".'],
  ],
  [
    'deployments: [{ cuont: 1 }]',
    ['5:17: "deployments.0.cuont" is unknown. Did you mean "count"? Known: count, fixture, revisions, record.'],
  ],
  [
    'deployments: 0\nnow: 2026-03-02',
    [
      '6:6: "now" is "2026-03-02". It must be an ISO 8601 date-time with an offset, such as 2026-03-02T09:00:00Z, from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999Z.',
    ],
  ],
  [
    'deployments: 0\nseed: 12345678901234567890',
    ['6:7: "seed" is 12345678901234567890. It must be at most 9007199254740991.'],
  ],
  [
    'deployments: 0\npreset: specs',
    ['6:9: "preset" is "specs". Did you mean "spec"? Allowed: spec, langsmith, langsmith-next.'],
  ],
  [
    'deployments: 0\nassumptions: { lastPageOffset: next }',
    ['6:32: "assumptions.lastPageOffset" is "next". Allowed: returned, limit, zeroAtEnd.'],
  ],
  [
    'deployments: 0\nassumptions: { repositoryPaths: /a }',
    [
      '6:33: "assumptions.repositoryPaths" is "/a". 2 templates are required, not 1. Allowed: v1, v2, or two path templates with one {integration_id} each, separated by a comma.',
    ],
  ],
  ['deployments: 0\nlatency: { min: 5, max: 2 }', ['6:25: "latency.max" is 2. It must not be less than "min".']],
  [
    'deployments: 0\nlatency: { median: fast }',
    ['6:20: "latency.median" is "fast". Expected: a number of milliseconds, or text such as 30s, 1.5s or 1h 30m.'],
  ],
  [
    'deployments: 0\nlatency: { min: 1, max: 2, median: 3 }',
    ['6:28: "latency.median" is not allowed next to the other fields. Remove it, or the others.'],
  ],
  ['deployments: 0\nchaos: {}', ['6:8: "chaos.level" is missing. Expected: a number. Or: low, medium, high.']],
  [
    'deployments: 0\nlatency: { median: 5, sgima: 2 }',
    ['6:23: "latency.sgima" is unknown. Did you mean "sigma"? Known: min, max, median, sigma.'],
  ],
  [
    'deployments: 0\nfaults: [{ effect: { kind: status, stats: 503 } }]',
    [
      '6:20: "faults.0.effect.status" is missing. Expected: a number. It must be from 400 to 599, because it is that of an error. Use "respond" for another one.',
      '6:36: "faults.0.effect.stats" is unknown. Did you mean "status"? Known: kind, status, detail, retryAfter.',
    ],
  ],
  [
    'deployments: 0\nfaults:\n  - { id: a, effect: { kind: status, status: 503 } }\n  - { id: a, effect: { kind: status, status: 503 } }',
    ['8:11: "faults.1.id" is "a". Another fault has this id. Choose another id.'],
  ],
  [
    'deployments: 0\nfaults:\n  - { effect: { kind: status, status: 503 } }\n  - { id: "1", effect: { kind: status, status: 503 } }',
    ['8:11: "faults.1.id" is "1". Another fault has this id. Choose another id.'],
  ],
  [
    'deployments: 0\nfaults: [{ status: 99 }]',
    [
      '6:20: "faults.0.status" is 99. It must be from 400 to 599, because it is that of an error. Use "respond" for another one.',
    ],
  ],
  [
    'deployments: 0\nfaults:\n  - { status: 503, delay: 5 }\n  - { operaton: listDeployments, delay: { min: 2, max: 1 } }',
    [
      '7:5: "faults.0" is {"status":503,"delay":5}. It must have exactly one of "status", "respond", "delay", "rollout" and "effect".',
      '8:7: "faults.1.operaton" is unknown. Did you mean "operation"? Known: id, operation, method, path, query, match, status, detail, retryAfter, respond, delay, rollout, effect, probability, times.',
      '8:56: "faults.1.delay.max" is 1. It must not be less than "min".',
    ],
  ],
  [
    'deployments: 0\nfaults: [{ effect: resett }]',
    [
      '6:20: "faults.0.effect" is "resett". Did you mean "reset"? Allowed: respond, stall, reset, truncate, malformed, wrong-length, rate-limit, stale, empty, duplicate-record, missing-record.',
    ],
  ],
  [
    'deployments: 0\nfaults: [{ match: {}, path: /v2, status: 503 }]',
    ['6:29: "faults.0.path" is "/v2". It must be inside "match", because "match" is present.'],
  ],
  [
    'deployments: 0\nchaos: 0.3:x',
    [
      '6:8: "chaos" is "0.3:x". "x" is not a seed, which is a whole number. Allowed: a level from 0 to 1, or low, medium, high; a seed may follow, as in 0.3:4711.',
    ],
  ],
  ['deployments: 0\nchaos: { level: 2 }', ['6:17: "chaos.level" is 2. It must be at most 1.']],
  ['deployments: 0\ndeployments: 1', ['6:1: "deployments" appears twice, first in line 5. Keep one.']],
  ['deployments: 0\n__proto__: 1', ['6:1: "__proto__" is not allowed as a field name. Choose another one.']],
  [
    'deployments: [{ record: { source_config: { resource_spec: { labels: { __proto__: 1 } } } } }]',
    ['5:71: "__proto__" is not allowed as a field name. Choose another one.'],
  ],
  ['deployments: 0\n? [a]\n: 1', ['6:3: This is not a valid key. A key must be text.']],
] as const)(
  'an issue has its line, its column, what was found and what is allowed %j',
  async ([rest, expected], { folder }) => {
    const issues = await readIssues(folder, 'demo.yaml', WORLD + rest)
    expect(issues).toEqual(expected.map((line) => `demo.yaml:${line}`))
  },
)

test.for([
  [
    'deployments:\n  - count: 5\n  - record: { status: BROKEN }\n    count: 3',
    [
      '7:23: deployments.1: "status" is "BROKEN". Allowed: AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN, and what the assumption "statusValues" adds.',
    ],
  ],
  [
    'deployments:\n  - record: { id: 22222222-2222-4222-8222-222222222222 }\n    count: 3',
    [
      '6:19: deployments.0: the id "22222222-2222-4222-8222-222222222222" already exists. Choose another id, or update that deployment.',
    ],
  ],
  [
    'deployments:\n  - record: { created_at: 2026-03-02T09:00:00Z, updated_at: 2026-03-01T09:00:00Z }\n  - record: { status: BROKEN }',
    [
      '6:61: deployments.0: "updated_at" is "2026-03-01T09:00:00Z". It must not be before "created_at", 2026-03-02T09:00:00Z.',
      '7:23: deployments.1: "status" is "BROKEN". Allowed: AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN, and what the assumption "statusValues" adds.',
    ],
  ],
  [
    'deployments: 0\nfaults:\n  - { status: 503, path: /v2/deploymens }\n  - { status: 503, match: { path: /v1/integrations/gitlab } }',
    [
      '7:26: fault 1: "path" is "/v2/deploymens", but no matching operation has a path that starts with it. Closest: /v2/deployments. Paths: /v2/auth/providers, /v1/integrations/github/{integration_id}/repos, /v1/integrations/forge/github/{integration_id}/repos, /v2/deployments.',
      '8:35: fault 2: "path" is "/v1/integrations/gitlab", but no matching operation has a path that starts with it. Closest: /v1/integrations/github/{integration_id}/repos. Paths: /v2/auth/providers, /v1/integrations/github/{integration_id}/repos, /v1/integrations/forge/github/{integration_id}/repos, /v2/deployments.',
    ],
  ],
  [
    'deployments: 0\npreset: langsmith\nfaults: [{ path: /api-host/v2/deployments, status: 503 }, { operation: listDeployments, method: POST, delay: 1 }]',
    ['7:97: fault 2: "method" is "POST", which cannot match. Allowed: GET, HEAD.'],
  ],
  [
    'deployments: 0\nchanges: { deployments: { removed: [x] } }',
    ['6:37: deployment "x": it cannot be removed, because no record has this id.'],
  ],
] as const)(
  'an issue that only the world finds has its position, once for each group %j',
  async ([rest, expected], { folder }) => {
    const issues = await readIssues(folder, 'demo.yaml', WORLD + rest)
    expect(issues).toEqual(expected.map((line) => `demo.yaml:${line}`))
  },
)

test('an issue that only the world finds has its position, once for each group an integration and a repository with the id of another one', async ({
  folder,
}) => {
  const text = `name: demo
description: A world for tests.
providers: 0
integrations:
  - { id: one, kind: standard, name: a, repositories: [{ record: { id: "1" } }, { record: { id: "1" } }] }
  - { id: one, kind: alternate, name: b, repositories: 0 }
deployments: 0
`
  expect(await readIssues(folder, 'demo.yaml', text)).toEqual([
    'demo.yaml:5:97: integrations.0.repositories.1: the id "1" already exists. Choose another id, or update that repository.',
    'demo.yaml:6:11: integrations.1: the id "one" already exists. Choose another id, or update that integration.',
  ])
})

test('an issue that only the world finds has its position, once for each group a repository of a later group of a later integration', async ({
  folder,
}) => {
  const text = `name: demo
description: A world for tests.
providers: 0
integrations:
  - { kind: standard, name: a, repositories: 2 }
  - kind: standard
    name: b
    repositories:
      - count: 2
      - record: { id: "1" }
      - count: 2
        record: { id: "1" }
deployments: 0
`
  expect(await readIssues(folder, 'demo.yaml', text)).toEqual([
    'demo.yaml:12:23: integrations.1.repositories.2: the id "1" already exists. Choose another id, or update that repository.',
  ])
})

const MANY = isFull ? 20_000 : 2000

test.for([
  ['unknown fields', Array.from({ length: MANY }, (_, index) => `k${index}: 1`), 'and more.'],
  ['duplicate fields', Array.from({ length: MANY }, () => 'seed: 1'), `and ${MANY - 101} more.`],
  ['tags', Array.from({ length: MANY }, (_, index) => `k${index}: !tag 1`), `and ${MANY - 100} more.`],
  ['a few more than that', Array.from({ length: 103 }, (_, index) => `k${index}: 1`), 'and 3 more.'],
] as const)('the first hundred of very many issues are listed %s', async ([, lines, rest], { folder }) => {
  const issues = await readIssues(folder, 'demo.yaml', `${WORLD}deployments: 0\n${lines.join('\n')}`)
  expect([issues.length, issues.at(-1)]).toEqual([101, `demo.yaml: ${rest}`])
  expect(issues[99]).toMatch(/^demo\.yaml:\d+:\d+: /)
})

test('the first hundred of very many issues are listed and their number comes first', async ({ folder }) => {
  const lines = Array.from({ length: 103 }, (_, index) => `k${index}: 1`)
  const path = await folder.write('demo.yaml', `${WORLD}deployments: 0\n${lines.join('\n')}`)
  await expect(readScenarioFile(path)).rejects.toThrow(`Failed to read ${path}: the first 100 issues.\n`)
})

const bomb = [
  'a0: &a0 [x, x, x]',
  ...Array.from({ length: 11 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`),
]
test.for([
  ['empty.yaml', '', '1:1: The file is empty. Write a scenario into it.'],
  ['comment.yaml', '# nothing\n', '1:1: The file is empty. Write a scenario into it.'],
  ['empty.json', ' \n', '1:1: The file is empty. Write a scenario into it.'],
  ['text.yaml', 'just text', '1:1: The file is "just text". Expected: an object with fields.'],
  ['list.json', '[1, 2]', '1:1: The file is [1,2]. Expected: an object with fields.'],
  [
    'two.yaml',
    'name: a\n---\nname: b\n',
    '2:1: This is not valid YAML: another document begins here; a file can contain only one.',
  ],
  ['tab.yaml', 'name: a\nfaults:\n\t- b\n', '3:1: This is not valid YAML: Tabs are not allowed as indentation.'],
  ['open.yaml', 'name: "a', '1:9: This is not valid YAML: Missing closing "quote.'],
  ['nested.yaml', 'name: a: b', '1:7: This is not valid YAML: Nested mappings are not allowed in compact mappings.'],
  ['tag.yaml', 'now: !!timestamp 2026-03-02', '1:6: Unresolved tag: tag:yaml.org,2002:timestamp. Remove the tag.'],
  ['bomb.yaml', bomb.join('\n'), '1:1: The aliases expand to too many values. Use fewer of them.'],
  [
    'comment.json',
    '{\n  "name": "a", // b\n}',
    '2:16: This is not valid JSON: Expecting property name enclosed in double quotes.',
  ],
  [
    'trailing.json',
    '{\n  "name": "😀", }',
    '2:17: This is not valid JSON: Expecting property name enclosed in double quotes.',
  ],
  ['single.json', "{'name': 1}", '1:2: This is not valid JSON: Expecting property name enclosed in double quotes.'],
  ['nan.json', '{"seed": NaN}', '1:10: This is not valid JSON: Expecting value.'],
] as const)('a text that is not a scenario is rejected %s', async ([name, text, expected], { folder }) => {
  expect(await readIssues(folder, name, text)).toEqual([`${name}:${expected}`])
})

test('a text that is not a scenario is rejected nested too deeply', async ({ folder }) => {
  const depth = isFull ? 100_000 : 20_000
  expect(await readIssues(folder, 'deep.yaml', '['.repeat(depth))).toEqual([
    expect.stringMatching(/^deep\.yaml:1:\d+: This is not valid YAML: it is nested too deeply\.$/),
  ])
  expect(await readIssues(folder, 'deep.json', `${'['.repeat(depth)}${']'.repeat(depth)}`)).toEqual([
    'deep.json:1:1001: This is not valid JSON: it is nested too deeply.',
  ])
})

test('a text that is not a scenario is rejected not encoded as UTF-8, with the line', async ({ folder }) => {
  const latin = Buffer.from('name: a\ndescription: caf\xe9\n', 'latin1')
  expect(await readIssues(folder, 'latin.yaml', latin)).toEqual([
    'latin.yaml:2:1: This is not UTF-8. Save it as UTF-8.',
  ])
  expect(await readIssues(folder, 'wide.yaml', Buffer.from('\ufeffname: a', 'utf16le'))).toEqual([
    'wide.yaml:1:1: This is not UTF-8. Save it as UTF-8.',
  ])
})

test('a text that is not a scenario is rejected with an alias inside its own anchor, or without an anchor', async ({
  folder,
}) => {
  const text = `${WORLD}deployments: &d [{ record: { source_config: { resource_spec: { labels: { a: *d } } } } }]`
  expect(await readIssues(folder, 'loop.yaml', text)).toEqual([
    'loop.yaml:5:77: The alias *d is inside the value it refers to.',
  ])
  expect(await readIssues(folder, 'none.yaml', `${WORLD}deployments: *d`)).toEqual([
    'none.yaml:5:14: The alias *d has no anchor. Put &d before it.',
  ])
})

test.for([
  ['a byte order mark and Windows line ends', `\ufeff${WORLD}deployments: 0\n`.replaceAll('\n', '\r\n')],
  ['a schema for editors', `$schema: ./x.json\n${WORLD}deployments: 0`],
  ['anchors and aliases', `${WORLD}deployments:\n  - record: &r { status: READY }\n${'  - record: *r\n'.repeat(150)}`],
  ['a timestamp without quotes', `${WORLD}deployments: 0\nnow: 2026-03-02T09:00:00Z`],
  ['older YAML', `%YAML 1.1\n---\n${WORLD}deployments: 0\nnow: 2026-03-02T09:00:00Z`],
] as const)('valid files are accepted %s', async ([, text], { folder }) => {
  expect(await readIssues(folder, 'demo.yaml', text)).toEqual([])
})

test('valid files are accepted JSON that is indented with tabs', async ({ folder }) => {
  const text = JSON.stringify(
    { name: 'a', description: 'b', providers: 0, integrations: [], deployments: 0 },
    null,
    '\t',
  )
  expect(await readIssues(folder, 'tabs.json', text)).toEqual([])
})

test('issues have the right positions after a byte order mark and with Windows line ends', async ({ folder }) => {
  const text = `\ufeff${WORLD}deployments: many\n`.replaceAll('\n', '\r\n')
  expect(await readIssues(folder, 'demo.yaml', text)).toEqual([
    'demo.yaml:5:14: "deployments" is "many". Expected: a number, or a list.',
  ])
})

const REST = '"description": "", "providers": 0, "integrations": [], "deployments": 0'

test.for([
  ['a name twice', `{ "name": "a", "name": "b", ${REST} }`, '1:16: "name" appears twice, first in line 1. Keep one.'],
  [
    'a name twice, once escaped, inside of a value that is free',
    `{ "name": "a", ${REST}, "x-more": [1, { "b": 1,\n"\\u0062": [] }] }`,
    '2:1: "b" appears twice, first in line 1. Keep one.',
  ],
  [
    'the name of a prototype',
    `{ "name": "a", ${REST},\n "x-more": { "__pr\\u006fto__": {} } }`,
    '2:14: "__proto__" is not allowed as a field name. Choose another one.',
  ],
] as const)('a JSON file that has %s is rejected', async ([, text, expected], { folder }) => {
  expect(await readIssues(folder, 'twice.json', text)).toEqual([`twice.json:${expected}`])
})

test('an issue of a schema hides none that only the world finds', async ({ folder }) => {
  const text = `${WORLD}latency: slow
more: 1
deployments:
  - record: { name: 5, status: BROKEN }
  - nonsense
  - record: { status: WORSE }
`
  expect(await readIssues(folder, 'demo.yaml', text)).toEqual([
    expect.stringContaining('demo.yaml:5:10: "latency" is "slow".'),
    expect.stringContaining('demo.yaml:6:1: "more" is unknown.'),
    expect.stringContaining('demo.yaml:8:21: "deployments.0.record.name" is 5.'),
    expect.stringContaining('demo.yaml:8:32: deployments.0: "status" is "BROKEN".'),
    expect.stringContaining('demo.yaml:9:5: "deployments.1" is "nonsense".'),
    expect.stringContaining('demo.yaml:10:23: deployments.2: "status" is "WORSE".'),
  ])
})

test('an issue of a merged field has the position of the map that it is merged into', async ({ folder }) => {
  const text = `${WORLD}x-base: &base { status: BROKEN }\ndeployments:\n  - record: { <<: *base, name: a }\n`
  expect(await readIssues(folder, 'demo.yaml', text)).toEqual([
    expect.stringContaining('demo.yaml:7:13: deployments.0: "status" is "BROKEN".'),
  ])
})

test('an issue is that merged aliases expand to too many values, before they are merged', async ({ folder }) => {
  const levels = Array.from({ length: 12 }, (_, index) => {
    const merged = Array(9).fill(`*a${index}`).join(', ')
    return `x-${index + 1}: &a${index + 1} { <<: [${merged}] }`
  })
  const text = `${WORLD}deployments: 0\nx-0: &a0 { a: 1 }\n${levels.join('\n')}\n`
  expect(await readIssues(folder, 'demo.yaml', text)).toEqual([
    'demo.yaml:1:1: The aliases expand to too many values. Use fewer of them.',
  ])
})
