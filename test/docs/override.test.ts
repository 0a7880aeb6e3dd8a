import { test } from 'deploymock/vitest'
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'

test('shows what the service says about the list', async ({ simulator }) => {
  simulator.use(
    http.get('/v2/deployments', () => HttpResponse.json({ detail: 'Maintenance until noon.' }, { status: 503 }), {
      once: true,
    }),
  )
  const first = await fetch(`${simulator.url}/v2/deployments`)
  expect(await first.json()).toEqual({ detail: 'Maintenance until noon.' })
  // The handler was for one request only.
  const second = await fetch(`${simulator.url}/v2/deployments`)
  expect(second.status).toBe(200)
})
