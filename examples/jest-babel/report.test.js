import { setupSimulator } from 'deploymock/node'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { reportWaiting } from './report.js'

const CHAT_URL = 'https://chat.test/messages'

const simulator = setupSimulator({ baseUrl: 'https://deployments.test', scenario: 'empty' })

const messages = []
const chat = setupServer(
  http.post(CHAT_URL, async ({ request }) => {
    messages.push((await request.json()).text)
    return new HttpResponse(null, { status: 204 })
  }),
)

beforeAll(() => {
  simulator.listen()
  chat.listen()
})
beforeEach(() => {
  messages.length = 0
})
afterAll(() => {
  chat.close()
  simulator.close()
})

/** Runs a test in its own world. */
const inBoundary = (run) => () => simulator.boundary(run)

test(
  'names only the deployments that wait for their database',
  inBoundary(async ({ db, url }) => {
    db.deployments.create({ name: 'checkout', status: 'AWAITING_DATABASE' })
    db.deployments.create({ name: 'search', status: 'READY' })
    await reportWaiting(url, CHAT_URL)
    expect(messages).toEqual(['Waiting for a database: checkout'])
  }),
)

test(
  'sends no message if no deployment waits',
  inBoundary(async ({ url, requests }) => {
    await reportWaiting(url, CHAT_URL)
    expect(messages).toEqual([])
    expect(requests.list()).toMatchObject([{ operation: 'listDeployments', status: 200 }])
  }),
)

test(
  'sends no message if the service fails',
  inBoundary(async ({ db, url, faults }) => {
    db.deployments.create({ name: 'checkout', status: 'AWAITING_DATABASE' })
    faults.add({ operation: 'listDeployments', status: 503 })
    await expect(reportWaiting(url, CHAT_URL)).rejects.toThrow('The service answered 503.')
    expect(messages).toEqual([])
  }),
)
