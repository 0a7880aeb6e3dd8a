import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { harSchema } from '../support/har-schema.ts'

test('an archive is bounded: the newest requests keep their bodies', async () => {
  const simulator = createSimulator({ scenario: 'busy', journalSize: 5000 })
  const response = await simulator.fetch('/v2/deployments?limit=20')
  const { length } = await response.text()
  for (let sent = length; sent < 36 * 1024 * 1024; sent += length) await simulator.fetch('/v2/deployments?limit=20')
  const har = await simulator.requests.toHar()
  const { entries } = har.log
  harSchema.parse(har)
  expect(entries).toHaveLength(simulator.requests.count())
  expect(entries.at(-1)?.response.content).toHaveProperty('text')
  expect(entries[0]?.response.content).not.toHaveProperty('text')
  expect(entries[0]?.response.content).toMatchObject({ size: length, comment: expect.stringContaining('older') })
})
