import { expect, onTestFinished, test, vi } from 'vitest'
import { realTime } from '../../src/engine/store/time/world-time.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

test('a server ends unused sessions although nobody looks for one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const simulator = createSimulator({ scenario: 'empty', sessionMinutes: 5 })
  const server = await serve(simulator, { port: 0 })
  const before = simulator.memory().kinds.sessions
  await fetch(`${server.url}/_s/some/v2/deployments`)
  expect(simulator.memory().kinds.sessions).toBeGreaterThan(before)
  const now = realTime.read()
  const clock = vi.spyOn(realTime, 'read').mockImplementation(() => now + 6 * 60_000)
  onTestFinished(() => clock.mockRestore())
  vi.advanceTimersByTime(60_000)
  expect(simulator.memory().kinds.sessions).toBe(before)
  await server.close()
  expect(vi.getTimerCount()).toBe(0)
})
