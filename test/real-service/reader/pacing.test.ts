import { setImmediate as turn } from 'node:timers/promises'
import { expect, test as plain } from 'vitest'
import { BudgetError } from '../../../src/programs/real-service/reader/errors.ts'
import { createPacing, createReader } from '../../../src/programs/real-service/reader/reader.ts'
import { createSkippingClock, sendJson, test } from '../../support/real-service.ts'

const request = { method: 'GET', path: '/v2/deployments' } as const

/** A clock that a test moves. */
function createManualClock() {
  const waiting: { at: number; end: () => void }[] = []
  let time = 0
  return {
    now: () => time,
    wait: (milliseconds: number) => new Promise<void>((end) => void waiting.push({ at: time + milliseconds, end })),
    async advance(milliseconds: number) {
      time += milliseconds
      for (const each of waiting.splice(0)) {
        if (each.at <= time) each.end()
        else waiting.push(each)
      }
      await turn()
    },
  }
}

test('five requests are sent in a second', async ({ service }) => {
  const clock = createSkippingClock()
  const reader = createReader(service.url, { clock })
  for (let count = 0; count < 4; count += 1) await reader.read(request)
  expect(clock.waits).toEqual([200, 200, 200])
})

test('a rate says how many requests are sent in a second', async ({ service }) => {
  const clock = createSkippingClock()
  const reader = createReader(service.url, { clock, rate: 0.5 })
  await reader.read(request)
  await reader.read(request)
  expect(clock.waits).toEqual([2000])
})

plain('those that ask at once get their turns one after another, also after a pause', async () => {
  const clock = createManualClock()
  const pacing = createPacing({ rate: 5, clock, signal: undefined })
  const turns: number[] = []
  const all = [1, 2, 3, 4].map(async () => {
    await pacing.waitForTurn()
    turns.push(clock.now())
  })
  await turn()
  while (clock.now() < 400) await clock.advance(50)
  pacing.pause(1000)
  while (clock.now() < 2000) await clock.advance(50)
  await Promise.all(all)
  expect(turns).toEqual([0, 200, 400, 1400])
})

test('no more requests are sent than are allowed, repeated ones included', async ({ service }) => {
  service.respond((_request, response) => sendJson(response, 503, {}))
  const reader = createReader(service.url, { clock: createSkippingClock(), requests: 2 })
  await expect(reader.read(request)).rejects.toThrow(BudgetError)
  await expect(reader.read(request)).rejects.toThrow(
    'Failed to send another request: all 2 requests that are allowed were sent. Allow more with --requests.',
  )
  expect([reader.sent, service.requests.length]).toEqual([2, 2])
})
