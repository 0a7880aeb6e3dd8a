import { expect, vi } from 'vitest'
import { parseDocument } from 'yaml'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { test } from '../support/folder.ts'

// The parser that knows the positions of everything takes a second for each megabyte.
vi.mock('yaml', { spy: true })

const deployments = Array.from({ length: 50 }, (_, index) => ({ record: { name: `web-${index}` } }))
const world = { name: 'many', description: '', providers: 0, integrations: [], deployments }

test('positions in a JSON file are looked for only where something is wrong', async ({ folder }) => {
  const right = await folder.write('right.json', JSON.stringify(world))
  expect((await readScenarioFile(right)).deployments).toEqual(deployments)
  expect(parseDocument).not.toHaveBeenCalled()
  const wrong = await folder.write('wrong.json', JSON.stringify({ ...world, seed: 'x' }))
  await expect(readScenarioFile(wrong)).rejects.toThrow(/wrong\.json:1:\d+: "seed" is "x"/)
  expect(parseDocument).toHaveBeenCalledOnce()
})
