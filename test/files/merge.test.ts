import { expect } from 'vitest'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/folder.ts'

const TEXT = `name: demo
x-team: &team { status: READY, image_version: "1.2" }
x-other: [anything, goes]
deployments:
  - record: { <<: *team, name: one }
  - record: { <<: [{ status: UNUSED }, *team], name: two }
`

test('merge keys and anchors below x- keys are understood in a scenario file', async ({ folder }) => {
  const scenario = await readScenarioFile(await folder.write('demo.yaml', TEXT))
  const { db } = createSimulator({ scenario })
  expect(db.deployments.list().map(({ name, status, image_version }) => [name, status, image_version])).toEqual([
    ['one', 'READY', '1.2'],
    ['two', 'UNUSED', '1.2'],
  ])
})

test('merge keys and x- keys leave nothing behind in the scenario', async ({ folder }) => {
  const scenario = await readScenarioFile(await folder.write('demo.yaml', TEXT))
  expect(Object.keys(scenario).filter((name) => name.startsWith('x-'))).toEqual([])
  expect(scenario.deployments).toEqual([
    { record: { status: 'READY', image_version: '1.2', name: 'one' } },
    { record: { status: 'UNUSED', image_version: '1.2', name: 'two' } },
  ])
})
