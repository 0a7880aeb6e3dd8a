import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

/** Stands in for the billing service: each deployment costs 20. */
export const billing = setupServer(
  http.post('https://billing.example.com/invoices', async ({ request }) => {
    const { deployments } = await request.json()
    return HttpResponse.json({ total: 20 * deployments.length }, { status: 201 })
  }),
)

beforeAll(() => billing.listen({ onUnhandledRequest: 'error' }))
afterEach(() => billing.resetHandlers())
afterAll(() => billing.close())
