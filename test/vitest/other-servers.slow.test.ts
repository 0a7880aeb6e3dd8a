import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest'
import { test } from '../../src/entries/vitest/index.ts'
import { listenStrictly } from '../support/msw-version.ts'

const LIST = 'http://deploymock.test/v2/deployments'
const BILLING = 'http://billing.test/invoices'

let asked = 0
const server = setupServer(
  http.post(BILLING, async ({ request }) => {
    asked += 1
    return HttpResponse.text(await request.text())
  }),
)
const pay = async () => (await fetch(BILLING, { method: 'POST', body: 'paid' })).text()

describe.for(['a file', 'another file in the same process'])('next to an MSW server of %s', () => {
  beforeAll(() => {
    asked = 0
    listenStrictly(server)
  })
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  test('each receives its own requests once', async ({ simulator }) => {
    simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
    expect([(await fetch(LIST)).status, (await fetch(LIST)).status]).toEqual([503, 200])
    expect(await pay()).toBe('paid')
    expect(simulator).toHaveReceivedTimes('listDeployments', 2)
    expect(asked).toBe(1)
  })

  test('an unhandled request is left to the other server', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(fetch('http://nowhere.test/')).rejects.toThrow()
    expect(error.mock.calls.flat().join()).toContain('GET http://nowhere.test/')
    error.mockRestore()
  })

  test.concurrent.for(['one', 'two'])(
    'concurrent tests have their own worlds: %s',
    async (name, { simulator, expect }) => {
      simulator.db.deployments.create({ name })
      const [page, invoice] = await Promise.all([(await fetch(`${LIST}?name_contains=${name}`)).text(), pay()])
      expect(page).toContain(`"name":"${name}"`)
      expect(invoice).toBe('paid')
      expect(simulator).toHaveReceivedTimes('listDeployments', 1)
    },
  )
})

test("a server that starts and stops listening during a test does not affect the test's world", async ({
  simulator,
}) => {
  await fetch(LIST)
  listenStrictly(server)
  expect((await fetch(LIST)).status).toBe(200)
  expect(await pay()).toBe('paid')
  server.close()
  expect((await fetch(LIST)).status).toBe(200)
  expect(simulator).toHaveReceivedTimes('listDeployments', 3)
})
