import { expect } from 'vitest'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { test } from '../support/folder.ts'

const WORLD = 'name: demo\nproviders: 0\nintegrations: []\n'
const ANCHORS = 'x-one: &one { status: READY }\nx-two: &two { name: a }\n'
const NO_MERGE = '"<<" adds the fields of another value, and this has none. Put an alias of one here, such as <<: *a.'

test.for([
  [
    'two merges',
    `${ANCHORS}deployments:\n  - record:\n      <<: *one\n      <<: *two\n`,
    '9:7: "<<" appears twice, first in line 8. Keep one, with a list: <<: [*a, *b].',
  ],
  ['a field twice', 'deployments: 1\ndeployments: 2\n', '5:1: "deployments" appears twice, first in line 4. Keep one.'],
  ['a merge of a number', 'deployments:\n  - record: { <<: 5 }\n', `5:19: ${NO_MERGE}`],
  ['a merge of nothing', 'deployments:\n  - record:\n      <<:\n', `6:10: ${NO_MERGE}`],
  ['a merge of numbers', 'deployments:\n  - record: { <<: [5] }\n', `5:19: ${NO_MERGE}`],
  ['a merge of a list by its alias', 'x-a: &a [1]\ndeployments:\n  - record: { <<: *a }\n', `6:19: ${NO_MERGE}`],
  [
    'a merge without an anchor',
    'deployments:\n  - record: { <<: *a }\n',
    '5:19: The alias *a has no anchor. Put &a before it.',
  ],
  ['a tag', 'deployments: !many 1\n', '4:14: Unresolved tag: !many. Remove the tag.'],
  ['a tag of YAML', 'deployments: !!set { 1 }\n', '4:14: Unresolved tag: tag:yaml.org,2002:set. Remove the tag.'],
  [
    'two documents',
    'deployments: 1\n---\nname: b\n',
    '5:1: This is not valid YAML: another document begins here; a file can contain only one.',
  ],
  [
    'tabs',
    'deployments:\n  - record:\n\t  name: a\n\t- b\n',
    '6:1: This is not valid YAML: Tabs are not allowed as indentation.',
  ],
] as const)('%s in a file gets the right advice, once', async ([, text, issue], { folder }) => {
  const path = await folder.write('demo.yaml', WORLD + text)
  const error: Error = await readScenarioFile(path).then(
    () => expect.fail(),
    (reason) => reason,
  )
  expect(
    error.message
      .replaceAll(`${path}:`, '')
      .split('\n')
      .filter((line) => line !== '' && !/^Failed/.test(line)),
  ).toContain(issue)
})

test.for([
  ['a directive that is unknown', '%FOO bar\n---\n', '1:1: Unknown directive %FOO. Remove the line.'],
  ['a version that is unknown', '%YAML 2.0\n---\n', '1:7: Unsupported YAML version 2.0. Remove the line.'],
])('%s has to be removed', async ([, start, issue], { folder }) => {
  const path = await folder.write('demo.yaml', `${start}${WORLD}deployments: 0\n`)
  await expect(readScenarioFile(path)).rejects.toThrow(`${path}:${issue}`)
})

test.for(['utf16le', 'utf-8'] as const)(
  'a file in %s with and without a byte order mark',
  async (encoding, { folder }) => {
    for (const mark of ['', '\ufeff']) {
      const path = await folder.write('demo.yaml', Buffer.from(`${mark}${WORLD}deployments: 0\n`, encoding))
      const read = readScenarioFile(path)
      if (encoding === 'utf-8') expect((await read).name).toBe('demo')
      else await expect(read).rejects.toThrow(`${path}:1:1: This is not UTF-8. Save it as UTF-8.`)
    }
  },
)
