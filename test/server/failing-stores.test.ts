import { expect, test, vi } from 'vitest'
import type { ServingSession } from '../../src/engine/sessions/session.ts'
import { createKeptSessions } from '../../src/server/state/kept-sessions.ts'
import { createSessionReader, type KeepingParts } from '../../src/server/state/read-sessions.ts'
import type { SessionStore } from '../../src/server/state/session-store.ts'
import { createSessionWriter } from '../../src/server/state/write-sessions.ts'

/** The parts of a server with one session in the memory, which keeps its sessions in a store. */
function createParts(own: Partial<SessionStore>, inMemory?: string): KeepingParts {
  const store = { isShared: true, ...own } as SessionStore
  const session = inMemory === undefined ? undefined : ({ name: inMemory, isTrial: false } as ServingSession)
  const host = {
    main: { name: 'default' },
    sessions: { peek: (name: string) => (name === inMemory ? session : undefined), idleMilliseconds: 60_000 },
  } as unknown as KeepingParts['host']
  return {
    host,
    store,
    kept: createKeptSessions(host, store),
    health: { fail: () => undefined, work: () => undefined, findProblem: () => undefined, isUnreadable: () => false },
    ended: new Set(),
    touch: () => undefined,
    isOwn: () => false,
    report: () => undefined,
  }
}

test('a removal that failed leaves what another instance has stored since', async () => {
  const remove = vi.fn<SessionStore['remove']>(() => Promise.resolve()).mockRejectedValueOnce(new Error('hung up'))
  const parts = createParts({ remove })
  parts.kept.of('alice').version = 'a.1'
  const writer = createSessionWriter(parts, { reread: () => Promise.resolve() }, () => 'a.2')
  await writer.remove('alice')
  await writer.remove('alice')
  expect(remove.mock.calls).toEqual([
    ['session', 'alice', undefined],
    ['session', 'alice', 'a.1'],
  ])
  expect(parts.ended.size).toBe(0)
})

test('requests do not wait for a store again right after it has failed', async () => {
  const claim = vi.fn<SessionStore['claim']>(() => Promise.reject(new Error('no answer in time')))
  const reader = createSessionReader(createParts({ claim }, 'alice'))
  expect(await reader.prepare('alice')).toBeUndefined()
  expect(reader.prepare('alice')).toBeUndefined()
  expect(claim).toHaveBeenCalledTimes(1)
})
