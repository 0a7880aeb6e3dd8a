import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

test('the client lists what is ready', async () => {
  const simulator = createSimulator({ baseUrl: 'https://deployments.test' })
  const server = setupServer(...simulator.handlers)
  server.listen({ onUnhandledRequest: 'error' })

  simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
  const response = await fetch('https://deployments.test/v2/deployments?name_contains=check&status=READY&limit=1')
  expect(await response.json()).toMatchObject({ resources: [{ name: 'checkout' }], offset: 1 })
  server.close()
})
