import { expect, vi } from 'vitest'
import { test } from './support/collector.ts'

test('a collector that never responds does not hold up the end of the server for ever', async ({
  collector,
  start,
}) => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  collector.respond(undefined)
  const server = await start()
  for (let count = 0; count < 100; count += 1) {
    expect((await fetch(`${server.url}/v2/deployments`)).status).toBe(200)
  }
  await server.close()
  expect(errors.mock.calls.join()).toContain('it did not respond in time')
  errors.mockClear()
})

test('spans are sent while the server runs, and a collector that comes back gets what it missed', async ({
  collector,
  start,
}) => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  collector.respond(503)
  const server = await start()
  await fetch(`${server.url}/v2/deployments`)
  await vi.waitFor(() => expect(errors).toHaveBeenCalledTimes(1))
  collector.respond(200)
  await vi.waitFor(() => expect(collector.spans).toHaveLength(1))
  errors.mockClear()
  await server.close()
})
