import fc from 'fast-check'
import { delay, HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { describeLastRequests } from '../../src/entries/run/hint.ts'
import { matchers } from '../../src/entries/run/matchers.ts'
import { createSimulator, type JournalEntry, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { describeRequests } from '../../src/server/playwright/request-report.ts'
import { runs } from '../support/scope.ts'

expect.extend(matchers)

function startSlow(): Simulator {
  const simulator = createSimulator()
  simulator.faults.add({ id: 'slow', operation: 'listDeployments', delay: 3000 })
  return simulator
}

/** Starts a request. Nothing catches an error of it but this. */
function send({ fetch }: Pick<Simulator, 'fetch'>, path: string, init?: RequestInit): Promise<number | undefined> {
  return fetch(path, init).then(
    ({ status }) => status,
    () => undefined,
  )
}

test('a request is in the journal from its arrival on, with what it waits for', async () => {
  const simulator = startSlow()
  const { requests, clock } = simulator
  const answer = send(simulator, '/v2/deployments')
  const waitsFor = { what: 'clock', until: '2026-03-02T09:00:03Z', fault: 'slow' }
  expect(requests.list()).toMatchObject([
    { id: 1, operation: 'listDeployments', state: 'pending', status: null, waitsFor },
  ])
  expect([requests.count(), requests.counts().byStatus, requests.list({ state: 'finished' })]).toEqual([
    1,
    { none: 1 },
    [],
  ])
  expect(requests.get(1)?.explanation.words[0]).toBe(
    'GET /v2/deployments is listDeployments and waits for the clock until 2026-03-02T09:00:03Z, because of the fault "slow".',
  )
  clock.advance(3000)
  expect(await answer).toBe(200)
  expect(requests.list()).toMatchObject([{ id: 1, state: 'finished', status: 200, waitsFor: null, faults: ['slow'] }])
  expect(requests.get(1)?.response.isWhole).toBe(true)
})

test('requests are numbered in the order in which they arrive', async () => {
  const simulator = startSlow()
  const answer = send(simulator, '/v2/deployments')
  await send(simulator, '/v2/auth/providers')
  simulator.clock.advance(3000)
  await answer
  expect(simulator.requests.list().map(({ operation }) => operation)).toEqual(['listDeployments', 'listOAuthProviders'])
})

test('a response that a fault never sends is pending until the client leaves', async () => {
  const { faults, fetch, requests } = createSimulator()
  faults.add({ id: 'silent', effect: 'stall' })
  const abort = new AbortController()
  const answer = send({ fetch }, '/v2/deployments', { signal: abort.signal })
  const entry = await requests.waitFor('listDeployments')
  await vi.waitFor(() =>
    expect(requests.list()).toMatchObject([{ state: 'pending', waitsFor: { what: 'client', fault: 'silent' } }]),
  )
  abort.abort()
  await answer
  expect(requests.list()).toMatchObject([{ id: entry.id, state: 'aborted', status: null, waitsFor: null }])
})

test('a request waits for a handler, and is aborted if the client leaves meanwhile', async () => {
  const simulator = createSimulator()
  const { requests } = simulator
  simulator.use(
    http.get('*/v2/deployments', async () => {
      await delay('infinite')
      return HttpResponse.json({})
    }),
  )
  const abort = new AbortController()
  const answer = send(simulator, '/v2/deployments', { signal: abort.signal })
  expect(await requests.waitFor('listDeployments')).toMatchObject({ state: 'pending', waitsFor: { what: 'handler' } })
  abort.abort()
  await answer
  expect(requests.list()).toMatchObject([{ state: 'aborted', status: null }])
})

test('a request that waits when the journal is cleared does not come back', async () => {
  const simulator = startSlow()
  const answer = send(simulator, '/v2/deployments')
  simulator.requests.clear()
  simulator.clock.advance(3000)
  expect([await answer, simulator.requests.count()]).toEqual([200, 0])
})

test('a request that waits is counted in the memory, and its response as soon as it was sent', async () => {
  const simulator = startSlow()
  const read = () => simulator.memory().kinds.journals
  const answers = Array.from({ length: 3 }, () => send(simulator, '/v2/deployments?limit=1'))
  const waiting = read()
  expect(waiting).toBeGreaterThan(3 * 1000)
  simulator.clock.advance(3000)
  await Promise.all(answers)
  expect(read()).toBeGreaterThan(waiting)
  simulator.requests.clear()
  expect(read()).toBe(0)
})

test('a request that waits has an event when it arrives and one when it is answered, and is explained once', async () => {
  const simulator = startSlow()
  const heard: unknown[] = []
  simulator.events.listen((event, explain) => {
    if (event.type === 'request') heard.push([event.request.id, event.request.state, explain() !== undefined])
  })
  const answer = send(simulator, '/v2/deployments')
  simulator.clock.advance(3000)
  await answer
  expect(heard).toEqual([
    [1, 'pending', false],
    [1, 'finished', true],
  ])
})

test('a test can wait for a request of the global fetch before it moves the clock', async () => {
  const simulator = startSlow()
  const { url, close } = await serve(simulator, { port: 0 })
  const answer = fetch(`${url}/v2/deployments`)
  await simulator.requests.waitFor('listDeployments', { state: 'pending', timeout: 5000 })
  simulator.clock.advance(3000)
  expect((await answer).status).toBe(200)
  await close()
})

test('a wait for a request ends in real time, with what was received instead', async () => {
  const simulator = createSimulator()
  await send(simulator, '/v2/auth/providers')
  vi.useFakeTimers()
  await expect(simulator.requests.waitFor('listDeployments', { state: 'pending', timeout: 1 })).rejects.toThrow(
    'Failed to wait for a request listDeployments with state "pending": there was none within 1 ms. ' +
      'Send it before or while you wait, or raise "timeout". These were received:\n  #1 GET /v2/auth/providers (listOAuthProviders, 200)',
  )
  vi.useRealTimers()
  await expect(simulator.requests.waitFor('listDeployments', { timeout: -1 })).rejects.toThrow('"timeout" is -1')
})

test('matchers find a request that waits, and say that it is pending', () => {
  const simulator = startSlow()
  void send(simulator, '/v2/deployments')
  expect(simulator).toHaveReceived('listDeployments')
  expect(() => expect(simulator).toHaveReceived('listDeployments', { status: 200 })).toThrow(
    '#1 GET /v2/deployments (listDeployments, pending)',
  )
})

test('a request that waits has the parameters that it asked for', () => {
  const simulator = startSlow()
  void send(simulator, '/v2/deployments?status=READY')
  expect(simulator).toHaveReceived('listDeployments', { parameters: { status: 'READY' } })
})

test('what is said about a failed test names the line that lets a request go on', () => {
  const simulator = startSlow()
  void send(simulator, '/v2/deployments')
  for (const text of [describeLastRequests(simulator), describeRequests(simulator)]) {
    expect(text).toContain('listDeployments and waits for the clock until 2026-03-02T09:00:03Z')
    expect(text).toContain('simulator.clock.advance(3000) or simulator.clock.run()')
  }
  simulator.clock.run()
  expect(describeLastRequests(simulator)).not.toContain('frozen')
})

type Act = 'slow' | 'fast' | 'stall' | 'abort' | 'advance' | 'reset' | 'keep' | 'clear' | 'assume'

test('no request stays pending that nobody answers, whatever happens', async () => {
  const acts = fc.constantFrom<Act>('slow', 'fast', 'stall', 'abort', 'advance', 'reset', 'keep', 'clear', 'assume')
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { maxLength: 15 }), async (sequence) => {
      const simulator = createSimulator({ scenario: 'empty', journalSize: 5 })
      const open: { abort: AbortController; answer: Promise<number | undefined> }[] = []
      const begin = (path: string): void => {
        const abort = new AbortController()
        open.push({ abort, answer: send(simulator, path, { signal: abort.signal }) })
      }
      const addFaults = (): void => {
        simulator.faults.add({ operation: 'listDeployments', delay: 1000 })
        simulator.faults.add({ operation: 'listOAuthProviders', effect: 'stall' })
      }
      const run: Record<Act, () => void> = {
        slow: () => begin('/v2/deployments'),
        stall: () => begin('/v2/auth/providers'),
        fast: () => begin('/v2/nowhere'),
        abort: () => open.shift()?.abort.abort(),
        advance: () => simulator.clock.advance(600),
        reset: () => simulator.reset(),
        keep: () => simulator.reset({ keepRequests: true }),
        clear: () => simulator.requests.clear(),
        assume: () => simulator.assume({ lastPageOffset: 'limit' }),
      }
      addFaults()
      for (const act of sequence) {
        run[act]()
        if (act === 'reset' || act === 'keep') addFaults()
        assertConsistent(simulator)
      }
      for (const { abort } of open) abort.abort()
      await Promise.all(open.map(({ answer }) => answer))
      // A client that leaves hears of it before the simulator does.
      await vi.waitFor(() => expect(simulator.requests.list({ state: 'pending' })).toEqual([]))
      assertConsistent(simulator)
      // This also ends the log of changes, which is counted with the journals.
      simulator.reset()
      expect(simulator.memory().kinds.journals).toBe(0)
    }),
    { numRuns: runs(200) },
  )
})

function assertConsistent({ requests }: Pick<Simulator, 'requests'>): void {
  const entries = requests.list()
  expect(requests.counts().total).toBe(entries.length)
  expect(requests.count()).toBe(entries.length)
  expect(entries.filter(isOdd)).toEqual([])
}

function isOdd({ state, status, waitsFor }: JournalEntry): boolean {
  return (state === 'pending') !== (waitsFor !== null) || (state !== 'finished' && status !== null)
}
