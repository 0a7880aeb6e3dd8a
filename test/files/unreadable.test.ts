import { chmod, mkdir, truncate } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { readScenarioFile, writeScenario } from '../../src/files/index.ts'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/folder.ts'

test('a scenario of a file makes a world', async ({ folder }) => {
  const [scenario] = createSimulator().scenarios
  const path = await folder.write('demo.yaml', scenario === undefined ? '' : await writeScenario(scenario, 'yaml'))
  expect(await readScenarioFile(path)).toEqual(scenario)
  expect(await readScenarioFile(pathToFileURL(path))).toEqual(scenario)
})

test('a file that is not there says so', async ({ folder }) => {
  const path = folder.path('nowhere.yaml')
  const message = `Failed to read ${path}: file not found. Check the path.`
  await expect(readScenarioFile(path)).rejects.toThrow(message)
})

test('a directory says so', async ({ folder }) => {
  const path = folder.path('folder.yaml')
  await mkdir(path)
  await expect(readScenarioFile(path)).rejects.toThrow(`Failed to read ${path}: it is a directory. Name a file.`)
})

test('a file with another ending says so', async ({ folder }) => {
  const path = await folder.write('demo.txt', 'name: a')
  const message = `Failed to read ${path}: its name has no known extension. It must end in .yaml, .yml or .json.`
  await expect(readScenarioFile(path)).rejects.toThrow(message)
})

test('a file that is too large says so', async ({ folder }) => {
  const path = await folder.write('huge.yaml', '')
  await truncate(path, 17 * 1024 * 1024)
  await expect(readScenarioFile(path)).rejects.toThrow(`Failed to read ${path}: it has 17 MB. Allowed: 16 MB at most.`)
})

// Nothing is closed to who runs everything.
test.skipIf(process.getuid?.() === 0)('a file that may not be read says so', async ({ folder }) => {
  const path = await folder.write('closed.yaml', 'name: a')
  await chmod(path, 0)
  await expect(readScenarioFile(path)).rejects.toThrow(
    `Failed to read ${path}: permission denied. Allow reading it, or name another file.`,
  )
})

test('a snapshot says that it is none', async ({ folder }) => {
  const path = await folder.write('state.json', JSON.stringify(createSimulator().snapshot()))
  await expect(readScenarioFile(path)).rejects.toThrow(
    `Failed to read ${path}: it is a snapshot, not a scenario. Load it with --import.`,
  )
})
