import { expect } from 'vitest'
import { test } from '../support/control-test.ts'

test('a snapshot whose name begins with a dot is not listed, and can be read, restored and deleted', async ({
  start,
}) => {
  const { remote } = await start()
  const hidden = '.for-a-moment'
  await remote.snapshots.take(hidden)
  await remote.snapshots.take('mine')
  expect((await remote.snapshots.list()).map(({ name }) => name)).toEqual(['mine'])
  expect(await remote.snapshots.get(hidden)).toMatchObject({ scenario: { name: 'default' } })
  expect(await remote.snapshots.restore(hidden)).toMatchObject({ edited: false })
  expect(await remote.snapshots.delete(hidden)).toBe(true)
  expect(await remote.snapshots.get(hidden)).toBeUndefined()
})
