import { expect } from 'vitest'
import { commonEffects } from '../../src/engine/faults/effects/effects.ts'
import { REVISION_OUTCOMES } from '../../src/service/resources/deployments/revision.ts'
import { callAll, type Step, TOLD_LAST, mcpTest as test } from './support/mcp-test.ts'

const LIST = '/v2/deployments'

/** What an agent does, and what the last step tells it. */
const CASES: readonly [title: string, steps: readonly Step[], told: RegExp | readonly RegExp[]][] = [
  [
    'see_world shows the base URL, the scenario, the preset and the records',
    [['see_world']],
    [
      /Base URL for clients: http:\/\/localhost\/_s\/mine\n/,
      /Scenario default: /,
      /Preset spec \(others: langsmith/,
      /60 deployments/,
    ],
  ],
  [
    'see_world names what differs from the preset',
    [['assume', { values: { nameMatching: 'prefix' } }], ['see_world']],
    /Assumptions that differ: nameMatching=prefix\./,
  ],
  [
    'see_records shows some records in short, and how to go on',
    [['see_records', { resource: 'deployments', limit: 2 }]],
    [/^2 of 60 deployments\. Go on with offset 2\.\n\{"id":"/, /^(?!.*source_config)/s],
  ],
  [
    'see_records shows all fields of one record',
    [['see_records', { resource: 'deployments', id: '19954604-0b1a-4698-9315-77171913695f' }]],
    /^1 of 1 deployments\.\n.*"source_config":\{/,
  ],
  [
    'see_records filters by values',
    [['see_records', { resource: 'deployments', where: { status: 'READY' }, limit: 1 }]],
    /^1 of \d+ deployments.*\n.*"status":"READY"/,
  ],
  [
    'see_records goes on after the last record that is shown',
    [['see_records', { resource: 'deployments', limit: 50 }]],
    /^(\d+) of 60 deployments\. Go on with offset \1\.\n(\{[^\n]*\}\n?)+$/,
  ],
  [
    'see_records says that nothing matches, and of how many',
    [['see_records', { resource: 'deployments', where: { name: 'checkout' } }]],
    /^None of 60 deployments match\. .* ask with name_contains finds a part of a name\.$/,
  ],
  [
    'see_records says that there is nothing',
    [
      ['load_scenario', { name: 'empty' }],
      ['see_records', { resource: 'deployments' }],
    ],
    /^There are no deployments\.$/,
  ],
  [
    'see_records says that an offset is behind the end',
    [['see_records', { resource: 'deployments', offset: 70 }]],
    /^None: offset 70 is behind the last of 60 deployments\.$/,
  ],
  ['list_requests says what to do if there is none', [['list_requests']], /Send one with ask, or with the client\.$/],
  [
    'list_requests shows the newest first, and how to go on',
    [
      ['ask', { path: LIST }],
      ['ask', { path: '/v2/nothing' }],
      ['list_requests', { limit: 1 }],
    ],
    /^#2 GET \/v2\/nothing \| 404 \| no operation\nGo on with before 2\.$/,
  ],
  [
    'list_requests says nothing about the next ones if there are none',
    [
      ['ask', { path: LIST }],
      ['list_requests', { limit: 1 }],
    ],
    /^#1 [^\n]*$/,
  ],
  [
    'ask sends a request and explains the response',
    [['ask', { path: LIST, query: 'limit=2' }]],
    [
      /^#1 GET \/v2\/deployments\?limit=2 \| 200 \| listDeployments \| 2 records, 60 match\n/,
      /\n- The response depends on \d+ assumptions: depends_on with \{"request": 1\} lists them\.\n/,
    ],
  ],
  [
    'ask sends a body as JSON',
    [
      ['assume', { preset: 'langsmith', values: { authentication: 'none' } }],
      ['ask', { method: 'post', path: LIST, body: { name: 7 } }],
    ],
    /^#1 POST \/v2\/deployments \| 422 \| createDeployment\n/,
  ],
  [
    'ask says when no response comes in time',
    [
      ['add_fault', { fault: { effect: 'stall' } }],
      ['ask', { path: LIST, seconds: 0.01 }],
    ],
    /^No response within 0\.01 seconds\.\n#1 GET \/v2\/deployments \| /,
  ],
  [
    'ask says when the connection breaks',
    [
      ['add_fault', { fault: { effect: 'reset' } }],
      ['ask', { path: LIST }],
    ],
    /^The connection broke before all of the response was there\.\n#1 .*no response/,
  ],
  [
    'why says what each filter leaves alone, and which values there are',
    [['ask', { path: LIST, query: 'status=ready&name_contains=zz' }], ['why']],
    [
      /\n- name_contains=zz removed 60 and left 0\. No deployment has zz or anything like it\.\n/,
      /\n- status=ready removed 0 and left 0; alone, it would remove 60 of 60\. No deployment has ready; 36 have READY, [^\n]* Did you mean READY\?\n/,
    ],
  ],
  [
    'why says that an open order decides which records come',
    [['ask', { path: LIST, query: 'limit=1' }], ['why']],
    /\n- The contract promises no order: deploymentOrdering decides which 1 of 60 records comes\.\n/,
  ],
  [
    'why says which filters are harmless alone',
    [['ask', { path: LIST, query: 'name_contains=loyalti&status=READY' }], ['why']],
    /\n- name_contains=loyalti removed 60 and left 0\. No deployment has loyalti; the nearest are loyalty[\w-]+(, loyalty[\w-]+){4}\. Did you mean "loyalty"\?\n- status=READY removed 0 and left 0; alone, it would remove 24 of 60\.\n/,
  ],
  [
    'ask names the parameters that were ignored, and what was probably meant',
    [['ask', { path: LIST, query: 'name_contain=zzz&Status=READY&zzz=1' }]],
    /\nname_contain is unknown and was ignored\. Did you mean name_contains\?\nStatus is unknown and was ignored\. Did you mean status\?\nzzz is unknown and was ignored\.\n/,
  ],
  [
    'ask names the nearest operation of a path that does not exist',
    [['ask', { path: '/deployments' }]],
    /\nNo operation has this method and path\. Nearest: GET \/v2\/deployments \(listDeployments\)\.\n/,
  ],
  [
    'ask shows a long list in short',
    [['ask', { path: LIST }]],
    [
      /\nBody, without nulls and what is nested \(why and \{"request": 1, "body_from": 0\} shows all of it\):\n\{"offset":20\}\nresources \(20, the first 5\):\n\{"id":/,
      /^(?!.*(source_config|:null))/s,
    ],
  ],
  [
    'why says that there are no such records',
    [
      ['load_scenario', { name: 'empty' }],
      ['ask', { path: LIST }],
      ['why', { request: 1 }],
    ],
    /The list is empty because the world has no such records\./,
  ],
  [
    'why says that a page is behind the end',
    [['ask', { path: LIST, query: 'offset=80' }], ['why']],
    /The list is empty because offset 80 is behind the last of 60 matching records\./,
  ],
  [
    'why shows the rest of a long body',
    [
      ['ask', { path: LIST, query: 'limit=2' }],
      ['why', { body_from: 5 }],
    ],
    /\nBody:\nources":\[[\s\S]* more characters\. Go on with why and \{"request": 1, "body_from": 3005\}\.$/,
  ],
  [
    'add_fault takes a recipe, for one operation',
    [
      ['add_fault', { recipe: 'down', operation: 'listDeployments' }],
      ['ask', { path: LIST }],
    ],
    [/\| 503 \| listDeployments \| faults down\n/, /The fault "down" applied: status\./],
  ],
  [
    'add_fault takes a fault',
    [['add_fault', { fault: { status: 429, times: 1 } }]],
    /^Faults now:\n- 1: \{\} responds with 429, for 1 more request, applied 0 times$/,
  ],
  [
    'add_fault shows delays, probabilities, and faults that never apply',
    [
      ['add_fault', { fault: { delay: 2000, probability: 0.5 } }],
      ['add_fault', { fault: { status: 503 } }],
      ['add_fault', { fault: { operation: 'listDeployments', status: 500 } }],
    ],
    [
      /\n- 1: \{\} waits 2 s before the response, with probability 0\.5, applied/,
      /\n- 3: .* but 2 responds first, applied/,
    ],
  ],
  [
    'remove_faults removes one',
    [
      ['add_fault', { recipe: 'down' }],
      ['add_fault', { recipe: 'slow' }],
      ['remove_faults', { id: 'down' }],
    ],
    /^Faults now:\n- slow: [^\n]*$/,
  ],
  ['remove_faults removes all', [['add_fault', { recipe: 'flaky' }], ['remove_faults']], /^There are no faults now\.$/],
  [
    'clock moves the time',
    [['clock', { action: 'advance', seconds: 90 }]],
    /^It is 2026-03-02T09:01:30Z\. The clock is frozen\./,
  ],
  [
    'clock sets the time',
    [['clock', { action: 'set', time: '2030-01-01T00:00:00Z' }]],
    /^It is 2030-01-01T00:00:00Z\./,
  ],
  ['clock freezes the time', [['clock', { action: 'freeze' }]], /The clock is frozen/],
  [
    'clock lists what happened and what will happen',
    [
      ['load_scenario', { name: 'pipeline' }],
      ['clock', { action: 'next', limit: 1 }],
    ],
    /\nHappened: \d+ steps?\.\n- 2026.*\{.*\}\nWill happen, as far as it is known: \d+ steps?\.\n- 2026/,
  ],
  [
    'change_record creates a record with generated fields',
    [['change_record', { action: 'create', resource: 'deployments', fields: { name: 'checkout' } }]],
    /^Created: \{"id":".*"name":"checkout".*"status":"READY"/,
  ],
  [
    'change_record updates a record',
    [
      [
        'change_record',
        {
          action: 'update',
          resource: 'deployments',
          id: '19954604-0b1a-4698-9315-77171913695f',
          fields: { name: 'renamed' },
        },
      ],
      ['ask', { path: LIST, query: 'name_contains=renamed' }],
    ],
    /1 record, 1 match/,
  ],
  [
    'change_record deletes a record',
    [
      ['change_record', { action: 'delete', resource: 'deployments', id: '19954604-0b1a-4698-9315-77171913695f' }],
      ['ask', { path: LIST, query: 'limit=1' }],
    ],
    /1 record, 59 match/,
  ],
  [
    'load_scenario loads a world by its name',
    [['load_scenario', { name: 'empty' }]],
    /^The world is now empty, preset spec, at .*, with 0 deployments\.$/,
  ],
  [
    'load_scenario says what it has reset',
    [
      ['assume', { preset: 'langsmith', values: { nameMatching: 'prefix' } }],
      ['add_fault', { fault: { status: 503, times: 2 } }],
      ['ask', { path: LIST }],
      ['load_scenario', { name: 'empty' }],
    ],
    /, preset spec, .*\nReset: the preset \(it was langsmith; "preset" keeps it\), nameMatching=prefix, 1 fault, the request log \(it had 1 request\)\.$/,
  ],
  [
    'load_scenario takes a preset, and says which credentials requests need',
    [['load_scenario', { name: 'empty', preset: 'langsmith' }]],
    /^The world is now empty, preset langsmith, .*\nRequests need an X-Api-Key header \(any value\)\.$/,
  ],
  [
    'load_scenario takes a scenario',
    [['load_scenario', { scenario: { name: 'mine', deployments: [{ record: { name: 'only' } }] } }]],
    /^The world is now mine, .* with 1 deployment\.$/,
  ],
  [
    'load_scenario without a name resets the session',
    [['load_scenario', { name: 'empty' }], ['load_scenario']],
    /^The world is now default, .* with 60 deployments\.$/,
  ],
  [
    'start_world begins with a scenario and a preset, and says what to do next',
    [['start_world', { scenario: 'empty', preset: 'langsmith' }]],
    [
      /^World (agent-[0-9a-f]{32})\. Base URL for clients: http:\/\/localhost\/_s\/\1\nNext: Give \{"world": "\1"\} to each tool\. Point the client/,
      /\nScenario empty: .*\nPreset langsmith /,
    ],
  ],
  [
    'start_world leaves the other world alone',
    [['start_world'], ['load_scenario', { name: 'empty', world: TOLD_LAST }], ['see_world']],
    [/^World mine\.[\s\S]*60 deployments/, /\nNext: Give \{"world": "mine"\} to each tool, or nothing: /],
  ],
  [
    'fork copies the world, and a change of the copy leaves the original alone',
    [['fork'], ['load_scenario', { name: 'empty', world: TOLD_LAST }], ['see_world']],
    /World mine\.[\s\S]*60 deployments/,
  ],
  [
    'fork says that the request log of the copy begins at 1',
    [['ask', { path: LIST }], ['fork']],
    /^Copied\. World (agent-[0-9a-f]{32})\. .*\nGive \{"world": "\1"\} to each tool\. Its request log is its own and begins at #1\.$/,
  ],
  [
    'tools work on a copy',
    [['fork'], ['load_scenario', { name: 'empty', world: TOLD_LAST }], ['see_world', { world: TOLD_LAST }]],
    /^World agent-[0-9a-f]{32}\. Base URL for clients: http:\/\/localhost\/_s\/agent-[0-9a-f]{32}\n[\s\S]*Records: none/,
  ],
  [
    'snapshot goes back to an earlier state',
    [
      ['snapshot', { action: 'take', name: 'before' }],
      ['load_scenario', { name: 'empty' }],
      ['snapshot', { action: 'restore', name: 'before' }],
    ],
    /with 60 deployments\.$/,
  ],
  [
    'snapshot lists the snapshots',
    [
      ['snapshot', { action: 'take', name: 'listed' }],
      ['snapshot', { action: 'list' }],
    ],
    /^\d+ snapshots?\.\n(- .*\n)*- listed \(default\)$/,
  ],
  [
    'assume lists the questions',
    [['assume']],
    /\n- nameMatching=substring \(or prefix, substringIgnoringCase\): How does name_contains match\?\n/,
  ],
  [
    'assume explains the questions that contain a text',
    [['assume', { find: 'namematching' }]],
    /^nameMatching=substring: How does name_contains match\? \(section 4\.4\)\n- substring: Anywhere in the name\./,
  ],
  [
    'assume switches an answer',
    [['assume', { values: { nameMatching: 'prefix' } }]],
    /^1 answer now:\n- nameMatching=prefix \(was substring\)\nnameMatching=prefix: How does/,
  ],
  [
    'assume switches the preset, and shows only what has changed',
    [['assume', { preset: 'langsmith' }]],
    [
      /^\d+ answers now:\n(- \w+=[^\n]* \(was [^\n]*\)\n)+Requests need an X-Api-Key header \(any value\)\.$/,
      /\n- recordShape=upstream \(was written\)\n/,
      /^(?!.*nameMatching)/s,
    ],
  ],
  ['assume says that nothing has changed', [['assume', { preset: 'spec' }]], /^No answer has changed\.$/],
  [
    'assume says that no question contains a text',
    [['assume', { find: 'nameMatchin=' }]],
    /^No question contains "nameMatchin="\. Did you mean "nameMatching"\? Without find, assume lists all \d+\.$/,
  ],
  [
    'depends_on says when nothing was asked',
    [['depends_on']],
    /^No request in the request log depended on an assumption\.$/,
  ],
  [
    'depends_on lists what decided responses, with a request for each',
    [['ask', { path: LIST, query: 'name_contains=a' }], ['depends_on']],
    /- nameMatching=substring \(or prefix, substringIgnoringCase\): How does name_contains match\? 1 request, such as #1\./,
  ],
  [
    'depends_on lists what decided one response',
    [
      ['ask', { path: LIST, query: 'name_contains=a' }],
      ['ask', { path: LIST }],
      ['depends_on', { request: 2 }],
    ],
    [
      /^(?!.*nameMatching)/s,
      /\n- lastPageOffset=returned \(or limit, zeroAtEnd\): Which offset does a page contain\?\n/,
    ],
  ],
  [
    'depends_on says that a response depended on none',
    [
      ['add_fault', { fault: { status: 503 } }],
      ['ask', { path: LIST }],
      ['depends_on', { request: 1 }],
    ],
    /^No request in the request log with number 1 depended on an assumption\.$/,
  ],
  [
    'depends_on begins with what decides about records, and shows the answer that a request had',
    [
      ['ask', { path: LIST, query: 'name_contains=a' }],
      ['assume', { values: { nameMatching: 'prefix' } }],
      ['depends_on'],
    ],
    [
      /^Which records come, and in which order:\n[\s\S]*- deploymentOrdering=[\s\S]*\nEverything else:\n/,
      /- nameMatching=prefix .* such as #1\. #1 had nameMatching=substring\.\n/,
    ],
  ],
  [
    'coverage counts the cases of all operations',
    [['ask', { path: LIST }], ['coverage']],
    [
      /^\d+ of \d+ cases are covered, since 2\S+\. A reset does not begin anew, but a fork does\.\n- listDeployments: \d+ of \d+\. Untested: /,
      /operations were not called: .*listOAuthProviders/,
    ],
  ],
  [
    'coverage goes on after a reset',
    [['ask', { path: LIST }], ['coverage'], ['load_scenario'], ['coverage']],
    /^[1-9]\d* of \d+ cases are covered, since /,
  ],
  [
    'coverage of a fork begins anew',
    [['ask', { path: LIST }], ['coverage'], ['fork'], ['coverage', { world: TOLD_LAST }]],
    /^0 of \d+ cases are covered, since /,
  ],
  [
    'coverage lists the untested cases of an operation',
    [
      ['ask', { path: LIST }],
      ['coverage', { operation: 'listDeployments' }],
    ],
    /\n- errors: limit is too large\n/,
  ],
  [
    'make_test turns a request into a test',
    [
      ['add_fault', { fault: { operation: 'listDeployments', status: 503, times: 1 } }],
      ['ask', { path: LIST }],
      ['make_test', { request: 1 }],
    ],
    /^It was tried: the test gets the same\.\nimport .*\n[\s\S]*simulator\.faults\.add\(\{ operation: 'listDeployments', status: 503, times: 1 \}\)[\s\S]*toBe\(503\)/,
  ],
  [
    'make_test says how often a fault applies in all',
    [['add_fault', { fault: { status: 503, times: 2 } }], ['ask', { path: LIST }], ['make_test']],
    /\nThe fault 1 applies 2 times, and this was number 1\. .* give make_test all its requests\.\nimport /,
  ],
  [
    'make_test turns several requests into a test, with faults that are used up or removed',
    [
      ['add_fault', { fault: { operation: 'listDeployments', status: 503, times: 2 } }],
      ['ask', { path: LIST, query: 'limit=1' }],
      ['ask', { path: LIST, query: 'limit=1' }],
      ['remove_faults'],
      ['ask', { path: LIST, query: 'limit=1' }],
      ['make_test', { last: 3 }],
    ],
    /^It was tried: the test gets the same\.\nimport [\s\S]*: 503, 503, 200', [^\n]*\n {2}simulator\.faults\.add\(\{ operation: 'listDeployments', status: 503, times: 2 \}\)\n[\s\S]*response1\.status\)\.toBe\(503\)[\s\S]*response2\.status\)\.toBe\(503\)[\s\S]*response3\.status\)\.toBe\(200\)/,
  ],
  [
    'make_test keeps the moves of the clock between requests, and expects the Retry-After of a fault',
    [
      ['add_fault', { fault: { effect: { kind: 'rate-limit', limit: 0, window: 30_000 }, times: 1 } }],
      ['ask', { path: LIST, query: 'limit=1' }],
      ['clock', { action: 'advance', seconds: 30 }],
      ['ask', { path: LIST, query: 'limit=1' }],
      ['make_test', { last: 2 }],
    ],
    [
      /^It was tried: the test gets the same\.\n/,
      /response1\.status\)\.toBe\(429\)\n {2}expect\(response1\.headers\.get\('retry-after'\)\)\.toBe\('30'\)\n/,
      /\n {2}simulator\.clock\.advance\(30000\)\n[^\n]*\n {2}const response2 = /,
    ],
  ],
  [
    'make_test keeps when to try again',
    [['add_fault', { fault: { status: 429, retryAfter: 30, times: 2 } }], ['ask', { path: LIST }], ['make_test']],
    [/\bstatus: 429, retryAfter: 30, times: 1 \}\)/, /headers\.get\('retry-after'\)\)\.toBe\('30'\)/],
  ],
  [
    'make_test expects the Retry-After of a response of one’s own',
    [
      ['add_fault', { fault: { respond: { status: 503, headers: { 'Retry-After': '7' } }, times: 1 } }],
      ['ask', { path: LIST }],
      ['make_test'],
    ],
    /\.status\)\.toBe\(503\)\n {2}expect\(response\.headers\.get\('retry-after'\)\)\.toBe\('7'\)/,
  ],
  [
    'make_test keeps several moves of the clock as one',
    [
      ['ask', { path: LIST, query: 'limit=1' }],
      ['clock', { action: 'advance', seconds: 0.5 }],
      ['clock', { action: 'advance', seconds: 1 }],
      ['ask', { path: LIST, query: 'limit=1' }],
      ['ask', { path: LIST, query: 'limit=1' }],
      ['make_test', { last: 3 }],
    ],
    /advance\(1500\)\n[^\n]*\n {2}const response2 (?![\s\S]*advance)/,
  ],
  [
    'ask and why show the headers of a response',
    [['add_fault', { fault: { effect: 'rate-limit' } }], ['ask', { path: LIST }], ['why']],
    /\nHeaders: content-type: application\/json, retry-after: 60\nBody/,
  ],
  [
    'why notices that a page overlaps an earlier one of the same query',
    [
      ['ask', { path: LIST, query: 'limit=20&status=READY' }],
      ['ask', { path: LIST, query: 'limit=20' }],
      ['ask', { path: LIST, query: 'offset=19&limit=20' }],
      ['why'],
    ],
    /\n1 record of it came with #2 already, which began at offset 0\. The page after that one begins at offset 20\.\n/,
  ],
  [
    'why says nothing of pages that do not overlap, of a retry, and of another query',
    [
      ['ask', { path: LIST, query: 'limit=20' }],
      ['ask', { path: LIST, query: 'limit=20&offset=20' }],
      ['ask', { path: LIST, query: 'limit=5&offset=1&status=READY' }],
      ['ask', { path: LIST, query: 'limit=20&offset=20' }],
      ['why'],
    ],
    /^(?![\s\S]*came with #)/,
  ],
  [
    'make_test takes numbers, and asks in the order of the log',
    [
      ['ask', { path: LIST, query: 'limit=1' }],
      ['ask', { path: '/v2/nothing' }],
      ['ask', { path: LIST, query: 'limit=2' }],
      ['make_test', { requests: [3, 1, 3] }],
    ],
    /^[^\n]*\n[^\n]*\n[\s\S]*test\('listDeployments limit=1, listDeployments limit=2: 200, 200'[\s\S]*response1 = [^\n]*limit=1`\)\n[\s\S]*response2 = [^\n]*limit=2`\)\n(?![\s\S]*response3)/,
  ],
  [
    'make_test does not depend on an order that the contract leaves open',
    [['ask', { path: LIST, query: 'limit=2' }], ['make_test']],
    /\/\/ The contract promises no order: deploymentOrdering decides it, and which 2 of 60 records come\.\n[\s\S]*\.sort\(\)\)\.toEqual\(\[/,
  ],
  [
    'make_test says how to write a test that does not depend on the records of this world',
    [['ask', { path: LIST }], ['make_test']],
    /\nIt expects 20 records of this world\. .* simulator\.load\('empty'\)/,
  ],
]

test.for(CASES)('%s', async ([, steps, told], { agent }) => {
  const texts = await callAll(agent.call, steps)
  expect(texts.filter(({ isError }) => isError)).toEqual([])
  for (const pattern of [told].flat()) expect(texts.at(-1)?.text).toMatch(pattern)
})

test('every tool is tested, and says when to use it', async ({ agent }) => {
  const { tools: listed } = await agent.client.listTools()
  expect(listed).toHaveLength(17)
  const called = new Set(CASES.flatMap(([, steps]) => steps.map(([name]) => name)))
  for (const { name, description = '', inputSchema } of listed) {
    expect(called).toContain(name)
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(description.length).toBeGreaterThan(60)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  }
})

/** Arguments that cannot be, and what the agent is told. */
const WRONG: readonly [tool: string, args: Record<string, unknown>, told: RegExp][] = [
  ['ask', {}, /"path" is missing/],
  ['ask', { path: 'v2' }, /must start with "\/"/],
  ['ask', { path: '/v2', query: '?limit=1' }, /must not begin with "\?"/],
  ['ask', { path: '/v2', query: 'limit=1#x' }, /must have %23/],
  ['ask', { path: '/v2', body: 1 }, /^Failed to ask \/v2: .* Change the method, the headers or the body\.$/],
  ['ask', { path: '/v2', method: 'TRACE' }, /^Failed to ask \/v2: /],
  ['ask', { path: '/v2', method: 'G\r\nX' }, /must be a method such as GET/],
  ['ask', { path: '/v2', headers: { 'x\n': 'y' } }, /^Failed to ask \/v2: /],
  ['ask', { path: '/_simulator/reset', method: 'POST' }, /does not go to the service in your session/],
  ['ask', { path: '/v2/../_simulator/reset', method: 'POST' }, /does not go to the service/],
  ['ask', { path: '/v2/%2e%2e/_s/other/v2', method: 'GET' }, /does not go to the service/],
  ['ask', { path: '/\\..\\_s/other/v2' }, /does not go to the service/],
  ['ask', { path: '/v2', headers: { 'X-Simulator-Session': 'other' } }, /does not go to the service/],
  ['ask', { path: '/v2', seconds: 1e9 }, /"seconds"/],
  ['ask', { path: '/v2', pth: '/v2' }, /"pth" is unknown. Did you mean "path"\?/],
  ['ask', JSON.parse('{"path": "/v2", "constructor": {"x": 1}}'), /"constructor" is unknown/],
  ['why', {}, /request log is empty\. Send one with ask/],
  ['why', { request: 7 }, /^Failed to find request 7: .* list_requests lists those that are\.$/],
  ['why', { request: 1.5 }, /"request"/],
  ['make_test', { request: 7 }, /^Failed to find request 7/],
  ['make_test', { requests: [1, 2] }, /^Failed to find request 1: it is not in the request log/],
  ['make_test', { last: 3 }, /^Failed to find a request: the request log is empty/],
  ['make_test', { request: 1, last: 3 }, /exclude each other\. Give one\.$/],
  ['make_test', { requests: [] }, /"requests"/],
  ['make_test', { last: 21 }, /"last"/],
  ['depends_on', { request: 7 }, /^Failed to find request 7/],
  ['see_records', { resource: 'deploymnts' }, /"resource"/],
  ['see_records', { resource: 'deployments', where: { nme: 'x' } }, /"nme" is unknown/],
  ['see_records', { resource: 'deployments', limit: 100_000 }, /"limit"/],
  ['list_requests', { operation: 'nothing' }, /"operation"/],
  ['list_requests', { status: 'x' }, /^Failed to call list_requests: "status"/],
  ['assume', { values: JSON.parse('{"__proto__":"x"}') }, /"__proto__": there is no such question/],
  [
    'change_record',
    { action: 'create', resource: 'deployments', fields: JSON.parse('{"__proto__":1}') },
    /"__proto__" is unknown/,
  ],
  ['add_fault', { fault: { query: { statuz: 'READY' }, status: 503 } }, /Did you mean "status"\?/],
  ['add_fault', { fault: { delay: '3 secs' } }, /Expected: a number of milliseconds, or text such as 30s/],
  ['add_fault', {}, /needs either "recipe" or "fault"/],
  ['add_fault', { recipe: 'donw' }, /no such recipe\. Did you mean "down"\? Known: slow/],
  ['add_fault', { fault: { staus: 503 } }, /"staus" is unknown\. Did you mean "status"/],
  [
    'add_fault',
    { status: 503, times: 2 },
    /Put the fields of a fault into "fault": \{"fault":\{"status":503,"times":2\}\}\.$/,
  ],
  ['add_fault', { fault: { status: 503 }, times: 2 }, /\{"fault":\{"status":503,"times":2\}\}\.$/],
  ['remove_faults', { id: 'x' }, /there is no such fault/],
  ['clock', { action: 'advance' }, /"seconds" is missing/],
  ['clock', { action: 'set' }, /"time" is missing/],
  ['clock', { action: 'set', time: 'tomorrow' }, /"set"/],
  ['change_record', { action: 'update', resource: 'deployments' }, /"id" is missing/],
  [
    'change_record',
    { action: 'delete', resource: 'deployments', id: 'x' },
    /no such record in deployments\. see_records/,
  ],
  [
    'change_record',
    { action: 'update', resource: 'deployments', id: 'x' },
    /does not exist\. see_records lists the deployments\.$/,
  ],
  ['change_record', { action: 'create', resource: 'deployments', fields: { nme: 1 } }, /"nme" is unknown/],
  ['load_scenario', { name: 'bussy' }, /"bussy"/],
  ['load_scenario', { name: 'busy', scenario: {} }, /exclude each other/],
  ['fork', { name: 'x' }, /"name" is unknown\. Known: request, world$/],
  ['fork', { request: 9 }, /9/],
  ['start_world', { scenario: 'bussy' }, /"bussy".* Did you mean "busy"\?/],
  ['start_world', { preset: 'langsmth' }, /"langsmth"\. Did you mean "langsmith"\?/],
  ['start_world', { world: 'mine' }, /"world" is unknown\. Known: scenario, preset$/],
  ['snapshot', { action: 'take' }, /"name" is missing/],
  ['snapshot', { action: 'restore', name: 'x' }, /Failed to find snapshot "x"/],
  ['assume', { values: { nameMatchin: 'prefix' } }, /Did you mean "nameMatching"\? assume with find searches/],
  ['assume', { values: { nothing: 'x' } }, /^Failed to switch "nothing": there is no such question\. assume with find/],
  ['load_scenario', { name: 'busy', preset: 'langsmth' }, /no such preset\. Did you mean "langsmith"\? Known: spec/],
  ['assume', { values: { nameMatching: 'x' } }, /"nameMatching"/],
  ['assume', { preset: 'real' }, /"preset"/],
  ['coverage', { operation: 'x' }, /no such operation\. Known: /],
]

test('wrong arguments are an error that says what to do', async ({ agent }) => {
  for (const [name, args, told] of WRONG) {
    const { text, isError } = await agent.call(name, args)
    expect.soft([name, isError, text]).toEqual([name, true, expect.stringMatching(told)])
    expect.soft(text.length).toBeLessThan(3000)
  }
})

test('add_fault explains every effect and every outcome of a rollout', async ({ agent }) => {
  const { tools: listed } = await agent.client.listTools()
  const { properties = {} } = listed.find(({ name }) => name === 'add_fault')?.inputSchema ?? {}
  const { fault } = properties as { fault?: { properties: Record<string, { description: string }> } }
  const { effect, rollout, ...others } = fault?.properties ?? {}
  const kinds = commonEffects.map(({ kind }) => kind).filter((kind) => !(kind in others))
  const advice = 'Name the effect in the description in src/entries/mcp/tools/change-tools.ts.'
  for (const kind of kinds) expect(effect?.description, advice).toContain(kind)
  for (const outcome of REVISION_OUTCOMES) expect(rollout?.description).toContain(outcome)
})

test('an argument that is nested too deeply is an error that says so', async ({ agent }) => {
  const body = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const { text, isError } = await agent.call('add_fault', { fault: { respond: { status: 200, body } } })
  expect([isError, text]).toEqual([true, expect.stringContaining('nested too deeply. Send fewer levels.')])
})

test('an unknown tool is an error of the protocol', async ({ agent }) => {
  await expect(agent.call('sea_world')).rejects.toThrow('Tool sea_world not found')
  await expect(agent.call('__proto__')).rejects.toThrow(/__proto__/)
})
