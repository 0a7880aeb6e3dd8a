import { expect } from 'vitest'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { test } from '../support/folder.ts'

const inYaml = [
  '1.10',
  '5e12345',
  '0123',
  '0x1F',
  '0o17',
  '.5',
  '+3',
  '-0',
  '12345678901234567890',
  '.inf',
  '-.INF',
  '.nan',
]
const inJson = ['1.10', '5e12345', '12345678901234567890', '-0', '1E2', '0.10', 'true', 'false']

/** Files with a value in each kind of place that wants a text, with the path of the place. */
const places = {
  description: (value: string) => `{"name": "a", "deployments": 0, "description": ${value}}`,
  'providers.0.record.name': (value: string) =>
    `{"name": "a", "deployments": 0, "providers": [{"record": {"name": ${value}}}]}`,
  'deployments.0.record.image_version': (value: string) =>
    `{"name": "a", "deployments": [{"record": {"image_version": ${value}}}]}`,
  'deployments.0.record.source_config.listener_config.k8s_namespace': (value: string) =>
    `{"name": "a", "deployments": [{"record": {"source_config": {"listener_config": {"k8s_namespace": ${value}}}}}]}`,
  'listeners.0.record.compute_config.k8s_namespaces.1': (value: string) =>
    `{"name": "a", "deployments": 0, "listeners": [{"record": {"compute_config": {"k8s_namespaces": ["a", ${value}]}}}]}`,
}

const cases = [
  ...[...inYaml, 'true', 'False', 'TRUE'].map((value) => ['yaml', value] as const),
  ...inJson.map((value) => ['json', value] as const),
]

test.for(cases)('the advice for a number in a %s file quotes its text: %s', async ([format, value], { folder }) => {
  for (const [path, write] of Object.entries(places)) {
    const file = await folder.write(`world.${format}`, write(value))
    await expect(readScenarioFile(file)).rejects.toThrow(
      `"${path}" is ${value}. Expected: text. Quote it to make it text: "${value}".`,
    )
    await expect(readScenarioFile(await folder.write(`quoted.${format}`, write(`"${value}"`)))).resolves.toBeDefined()
  }
})

test.for(['1_000', '2026-03-01', '2026-03-01T09:00:00Z', 'yes', 'no', 'on', 'Y', '0b11', '1.2.3', '"1.10"', "'1.10'"])(
  'what YAML 1.2 takes for text needs no quotes: %s',
  async (value, { folder }) => {
    const text = `name: a\ndeployments:\n  - record:\n      image_version: ${value}\n`
    const { deployments } = await readScenarioFile(await folder.write('world.yaml', text))
    expect(deployments).toMatchObject([{ record: { image_version: value.replace(/["']/g, '') } }])
  },
)

test.for([
  ['null', 'null'],
  ['~', 'null'],
  ['', 'null'],
])('a missing text is not quoted: %j', async ([value, shown], { folder }) => {
  const file = await folder.write('world.yaml', `name: a\ndescription: ${value}\n`)
  await expect(readScenarioFile(file)).rejects.toThrow(new RegExp(`"description" is ${shown}\\. Expected: text\\.$`))
})

test('a number behind an anchor, an alias, a merge or a comment is quoted without them', async ({ folder }) => {
  const text = [
    'name: a',
    'description: &version 1.10 # of the image',
    'deployments:',
    '  - record: { image_version: *version }',
    '  - record: { <<: &more { image_version: 1.20 }, name: b }',
  ]
  const error = await readScenarioFile(await folder.write('world.yaml', text.join('\n'))).catch(String)
  expect(error).toContain('"description" is 1.10. Expected: text. Quote it to make it text: "1.10".')
  expect(error).toContain(
    '"deployments.0.record.image_version" is 1.10. Expected: text. Quote it to make it text: "1.10".',
  )
  expect(error).toMatch(/"deployments\.1\.record\.image_version" is 1\.2\. Expected: text\.$/m)
})
