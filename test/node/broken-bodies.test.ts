import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import type { FaultEffect } from '../../src/service/scenario.ts'

const simulator = setupSimulator({ deployments: 3 })
const LIST = `${simulator.url}/v2/deployments`

beforeEach(() => simulator.listen())
afterEach(() => simulator.close())

interface Received {
  status: number
  bytes: number
  isComplete: boolean
}

const clients: Record<string, () => Promise<Received>> = {
  async fetch() {
    const { status, body } = await fetch(LIST)
    let bytes = 0
    try {
      for await (const chunk of body ?? []) bytes += chunk.length
      return { status, bytes, isComplete: true }
    } catch {
      return { status, bytes, isComplete: false }
    }
  },
  'node:http': () =>
    new Promise((resolve, reject) => {
      const sent = request(LIST, (response) => {
        let bytes = 0
        const end = () => resolve({ status: response.statusCode ?? 0, bytes, isComplete: response.complete })
        response.on('data', (chunk) => {
          bytes += chunk.length
        })
        response.on('error', () => undefined).on('close', end)
      })
      sent.on('error', reject)
      sent.end()
    }),
}

const effects: readonly FaultEffect[] = [
  { kind: 'reset', when: 'during' },
  { kind: 'wrong-length', by: 10 },
]

for (const [client, send] of Object.entries(clients)) {
  test.for(effects)(`${client} gets the status and the bytes before a body breaks off: %j`, async (effect) => {
    const { bytes } = await send()
    simulator.faults.add({ effect, times: 1 })
    const received = await send()
    expect(received).toMatchObject({ status: 200, isComplete: false })
    const least = effect.kind === 'reset' ? 1 : bytes
    expect(received.bytes).toBeGreaterThanOrEqual(least)
  })
}
