import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { isMsw2 } from '../support/msw-version.ts'

// A stand-in for the real service.
const reached: string[] = []
const service = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`)
  response.end('real')
}).listen(0, '127.0.0.1')
await once(service, 'listening')
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const send = (init: RequestInit = {}): Promise<string> =>
  fetch(`${baseUrl}/v2/deployments`, init).then(
    (response) => response.text(),
    (error: Error) => String(error.cause),
  )

const inits: Readonly<Record<string, () => RequestInit>> = {
  GET: () => ({}),
  POST: () => ({ method: 'POST', body: '{}' }),
  'POST with a stream': () => ({ method: 'POST', body: new Blob(['{}']).stream(), duplex: 'half' }),
}

test.for(Object.entries(inits))('no %s reaches the service over a connection from before', async ([, buildInit]) => {
  // As many as there will be requests.
  expect(await Promise.all([send(), send(), send()])).toEqual(['real', 'real', 'real'])
  reached.length = 0
  const simulator = setupSimulator({ baseUrl, scenario: 'empty' })
  simulator.listen()
  onTestFinished(simulator.close)
  const received = await Promise.all([send(buildInit()), send(buildInit()), send(buildInit())])
  const isRefused = (text: string) =>
    /^TypeError: Failed to answer (?:GET|POST) http:\/\/127\.0\.0\.1:\d+\/v2\/deployments: its connection is older than the simulator, so MSW does not see it\. Let the simulator listen before/.test(
      text,
    )
  expect(received.some(isRefused)).toBe(!isMsw2)
  for (const text of received.filter((each) => !isRefused(each))) expect(text).toMatch(/"resources"|"detail"/)
  // Each old connection is refused once.
  let last = await send()
  for (let more = 10; more > 0 && isRefused(last); more -= 1) last = await send()
  expect(last).toMatch(/"resources"/)
  expect(reached).toEqual([])
})

test('a connection to another host from before is left alone', async () => {
  expect(await send()).toBe('real')
  const simulator = setupSimulator({ otherHosts: 'bypass' })
  simulator.listen()
  onTestFinished(simulator.close)
  expect(await send()).toBe('real')
})

test('after a close, connections are left alone again', async () => {
  const simulator = setupSimulator({ baseUrl })
  expect(await send()).toBe('real')
  simulator.listen()
  simulator.close()
  expect(await send()).toBe('real')
})
