import { expect, test } from 'vitest'
import type { ControlContext } from '../../src/engine/control/control-operation.ts'
import { fetchSnapshot } from '../../src/engine/control/shared/read-kept.ts'
import { createSnapshotStore } from '../../src/engine/control/shared/snapshot-store.ts'
import { createByteBudget, MEGABYTE } from '../../src/engine/limits/byte-budget.ts'
import type { SessionKeeper } from '../../src/engine/sessions/session-keeper.ts'
import type { ServingSessions } from '../../src/engine/sessions/sessions.ts'
import type { Snapshot } from '../../src/engine/sessions/state/snapshot.ts'

const SNAPSHOT = {} as Snapshot

test('a snapshot that is stored elsewhere can be read when a thousand others are in the memory', async () => {
  const snapshots = createSnapshotStore(createByteBudget(64 * MEGABYTE))
  for (let index = 0; index < 1000; index += 1) snapshots.put(`s${index}`, SNAPSHOT)
  snapshots.get('s0')
  const keeper = { snapshots: { read: async () => SNAPSHOT } } as unknown as SessionKeeper
  const sessions = { keeper } as ServingSessions
  expect(await fetchSnapshot({ sessions, snapshots } as ControlContext, 'more')).toBe(SNAPSHOT)
  expect(snapshots.get('more')).toBe(SNAPSHOT)
  expect(snapshots.list()).toHaveLength(1000)
})
