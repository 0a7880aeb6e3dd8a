import { createSimulator } from 'deploymock'
import { expect, test } from 'vitest'

test('two simulators in a file count together', async () => {
  const [one, other] = [createSimulator(), createSimulator({ journalSize: 0 })]
  expect((await one.fetch('/v2/auth/providers')).status).toBe(200)
  expect((await other.fetch('/_s/mine/v2/deployments?limit=100')).status).toBe(200)
})
