import { chmod, mkdir, truncate } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { readScenarioFile, writeScenario } from '../../src/entries/files/index.ts'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/folder.ts'

test('the scenario of a file makes a world', async ({ folder }) => {
  const [scenario] = createSimulator().scenarios
  const path = await folder.write('demo.yaml', scenario === undefined ? '' : await writeScenario(scenario, 'yaml'))
  expect(await readScenarioFile(path)).toEqual(scenario)
  expect(await readScenarioFile(pathToFileURL(path))).toEqual(scenario)
})

test('a missing file is reported', async ({ folder }) => {
  const path = folder.path('nowhere.yaml')
  const message = `Failed to read ${path}: file not found. Check the path.`
  await expect(readScenarioFile(path)).rejects.toThrow(message)
})

test('a directory is reported', async ({ folder }) => {
  const path = folder.path('folder.yaml')
  await mkdir(path)
  await expect(readScenarioFile(path)).rejects.toThrow(`Failed to read ${path}: it is a directory. Name a file.`)
})

test('a file with another extension is reported', async ({ folder }) => {
  const path = await folder.write('demo.txt', 'name: a')
  const message = `Failed to read ${path}: its name must end in .yaml, .yml or .json. writeScenario writes one.`
  await expect(readScenarioFile(path)).rejects.toThrow(message)
})

test('a file that is too large is reported', async ({ folder }) => {
  const path = await folder.write('huge.yaml', '')
  await truncate(path, 17 * 1024 * 1024)
  await expect(readScenarioFile(path)).rejects.toThrow(`Failed to read ${path}: it has 17 MB. Allowed: 16 MB at most.`)
})

// Root can read every file.
test.skipIf(process.getuid?.() === 0)('a file without read permission is reported', async ({ folder }) => {
  const path = await folder.write('closed.yaml', 'name: a')
  await chmod(path, 0)
  await expect(readScenarioFile(path)).rejects.toThrow(
    `Failed to read ${path}: permission denied. Allow reading it, or name another file.`,
  )
})

test('a snapshot is reported as such', async ({ folder }) => {
  const path = await folder.write('state.json', JSON.stringify(createSimulator().snapshot()))
  await expect(readScenarioFile(path)).rejects.toThrow(
    `Failed to read ${path}: it is a snapshot, not a scenario. Load it with --import, or restore it in code.`,
  )
})
