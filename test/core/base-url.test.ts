import { expect, test, vi } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator } from '../../src/index.ts'

test.for([
  '',
  'api.test',
  '//api.test',
  '/\\api.test',
  'ftp://api.test',
  'https://api.test?a=1',
  'https://api.test/#a',
  '/v1?a=1',
  '/v1#a',
])('%j is not a base URL', (baseUrl) => {
  expect(() => createSimulator({ baseUrl })).toThrow(
    `Failed to use the base URL: ${JSON.stringify(baseUrl)} is not a URL.`,
  )
})

test.for([
  ['https://api.test/platform/', 'https://api.test/platform/v2/deployments', true],
  ['https://api.test/platform/', 'https://api.test/platformer/v2/deployments', false],
  ['/platform', 'https://any.test/platform/v2/deployments', true],
  ['/platform', 'https://any.test/v2/deployments', false],
] as const)('under %s, %s is a path of the service: %s', async ([baseUrl, url, isUnder]) => {
  const { fetch } = createSimulator({ baseUrl, assumptions: { authentication: 'none' } })
  const status = await fetch(url).then(
    (response) => response.status,
    () => 'not found',
  )
  expect(status === 200).toBe(isUnder)
})

test.for([
  ['createSimulator', 'https://api.test/v2/', createSimulator],
  ['createSimulator', '/platform/v2', createSimulator],
  ['setupSimulator', 'https://api.test/v2', setupSimulator],
] as const)('%s reports that %s ends as the paths of operations begin', ([, baseUrl, create]) => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  create({ baseUrl })
  expect(report.mock.calls).toEqual([[expect.stringContaining('"baseUrl" ends with /v2,')]])
  report.mockClear()
})

test.for(['https://api.test', 'https://v2.test', 'https://api.test/v2/platform', '/platform-v2'])(
  'the base URL %s needs no report',
  (baseUrl) => {
    expect(() => createSimulator({ baseUrl })).not.toThrow()
  },
)
