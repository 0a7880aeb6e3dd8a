import { expect, test, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'

test('a snapshot, a session that begins with one, and an explanation', async () => {
  const console = { log: vi.fn() }
  const simulator = createSimulator({ scenario: 'busy' })
  const before = simulator.snapshot()
  simulator.db.deployments.create({ name: 'night-shift', status: 'UNKNOWN' })

  // Another world that begins where this one is; nothing that is done there is seen here.
  const fork = simulator.sessions.create('fork', { snapshot: simulator.snapshot() })
  await simulator.fetch('/_s/fork/v2/deployments?name_contains=night-s&status=READY')

  // Why was that list empty?
  const [request] = fork.requests.list()
  console.log(fork.requests.get(request?.id ?? 0)?.explanation.words.join('\n'))
  expect(console.log.mock.lastCall?.[0]).toMatch(
    /^GET .* got 200\.\nThere were 1201 deployments\.\nname_contains=night-s removed 1200 and left 1\.\nstatus=READY removed 1 and left 0\.\nNone matched/,
  )

  simulator.restore(before)
  simulator.reset()
  expect(simulator.db.deployments.count()).toBe(1200)
})
