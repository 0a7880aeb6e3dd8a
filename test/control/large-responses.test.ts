import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

// The memory for responses is 32 MB then.
const create = () => createSimulator({ scenario: 'empty', memory: 200 })

async function fill(simulator: ReturnType<typeof create>, count: number, value: string): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    simulator.db.deployments.create({ name: `large-${index}`, secrets: [{ name: 'A', value }] })
  }
}

const MEGABYTE = 1024 * 1024

test.for([
  ['/scenario', 'letters', 'x'.repeat(MEGABYTE), 40],
  ['/records/deployments?limit=1000', 'letters', 'x'.repeat(MEGABYTE), 40],
  ['/records/deployments?limit=1000', 'control characters', '\u0001'.repeat(MEGABYTE), 6],
  ['/records/deployments?limit=1000', 'letters of three bytes', 'あ'.repeat(MEGABYTE), 12],
] as const)('GET %s with many %s is refused before it is written', async ([path, , text, count]) => {
  const simulator = create()
  await fill(simulator, count, text)
  const response = await simulator.fetch(`/_simulator${path}`)
  const { error } = (await response.json()) as { error: { message: string } }
  expect([response.status, error.message]).toEqual([
    507,
    expect.stringMatching(/^Failed to write the response: it takes about \d+ MB, but only 32 MB of 32 MB are free\. /),
  ])
})

test('records that match are counted, and only those of the range are held', async () => {
  const simulator = createSimulator()
  const read = async (query: string) => {
    const response = await simulator.fetch(`/_simulator/records/deployments?${query}`)
    return (await response.json()) as { total: number; records: { id: string }[] }
  }
  const [first] = (await read('limit=1')).records as { id: string; tenant_id?: string }[]
  const all = await read(`tenant_id=${first?.tenant_id}&limit=1000`)
  const some = await read(`tenant_id=${first?.tenant_id}&offset=7&limit=5`)
  expect(some).toEqual({ total: all.records.length, records: all.records.slice(7, 12) })
})
