import { expect, onTestFinished, test, vi } from 'vitest'
import { extend } from '../../src/engine/input/options/extend.ts'
import { createHiding } from '../../src/engine/input/text/secrets.ts'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { describeFailed, describeLastRequests } from '../../src/entries/run/hint.ts'
import { matchers } from '../../src/entries/run/matchers.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { describeRequests } from '../../src/server/playwright/request-report.ts'
import { BODIES, findLeaks, HEADERS, PATHS, QUERIES } from '../support/planted-secrets.ts'

const REPORTS: Readonly<Record<string, (simulator: Simulator) => string | Promise<string>>> = {
  'Vitest and Jest': (simulator) => describeFailed({ session: extend(simulator, { url: '' }), listOthers: () => [] }),
  'Vitest and Jest, of what led to it': describeLastRequests,
  Playwright: describeRequests,
  'the matchers': (simulator) =>
    matchers.toHaveReceivedTimes
      .call({ equals: () => false, customTesters: [] }, simulator, 'listDeployments', 7)
      .message(),
  waitFor: (simulator) =>
    simulator.requests.waitFor('listOAuthProviders', { timeout: 0 }).then(
      () => '',
      (error: Error) => error.message,
    ),
}

const LIST = '/v2/deployments'
const SENT: readonly { readonly path: string; readonly init?: RequestInit }[] = [
  ...QUERIES.flatMap((query) => [{ path: `${LIST}?${query}` }, { path: `${LIST}?name_contains=x&${query}` }]),
  ...PATHS.flatMap((path) => [{ path }, { path: path.replace('/v2', LIST) }]),
  ...HEADERS.map(([name, value]) => ({ path: LIST, init: { headers: { [name]: value } } })),
  ...Object.values(BODIES).map((body) => ({ path: LIST, init: { method: 'POST', body } })),
]

test.for(Object.entries(REPORTS))('of a failed test, no secret reaches %s', async ([, report]) => {
  for (const preset of ['spec', 'langsmith-next'] as const) {
    const leaks: unknown[] = []
    const simulator = createSimulator({ scenario: 'empty', preset, strict: true })
    for (const { path, init } of SENT) {
      simulator.requests.clear()
      await simulator.fetch(path, init)
      leaks.push(...findLeaks(await report(simulator)).map((leak) => [path, init, leak]))
    }
    expect(leaks).toEqual([])
  }
})

test('neither errors nor warnings about requests without an operation have a secret', async () => {
  const printed = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  const simulator = setupSimulator({ otherHosts: 'error' })
  simulator.listen()
  onTestFinished(() => {
    try {
      simulator.close()
    } catch {}
  })
  const told: unknown[] = []
  for (const path of PATHS) {
    for (const base of [simulator.url, 'https://other.test']) {
      await fetch(base + path).catch((error: Error) => told.push(error.message, String(error.cause)))
    }
    try {
      simulator.verify()
    } catch (error) {
      told.push(String(error))
    }
  }
  expect(told.length).toBeGreaterThan(PATHS.length)
  expect(findLeaks(JSON.stringify([told, printed.mock.calls]))).toEqual([])
})

test.for(['-eyJ', 'eyJ.', '.eyJ-', '-----BEGIN ', '-----BEGIN PRIVATE KEY-----', '&a=', '"a":', 'sk-', '@:/'])(
  'a long text of %j is read once, not once for each of them',
  (part) => {
    const text = part.repeat(300_000)
    expect(createHiding().text(text)).not.toBe('')
  },
)
