import { expect, test } from 'vitest'
import { formatDrift } from '../../src/programs/cli/commands/drift-command.ts'

const drift = {
  changed: [
    {
      id: 'lastPageOffset' as const,
      learned: 'returned',
      now: ['limit'],
      request: 'GET /v2/deployments?limit=100',
    },
  ],
  differences: [
    {
      operation: 'GET /v2/deployments?limit',
      aspect: 'status',
      value: '404 instead of 200',
      requests: ['GET /a', 'GET /b', 'GET /c', 'GET /d'],
    },
  ],
  deviations: [],
  relying: { lastPageOffset: ['GET /v2/deployments?limit=2'] },
  unchecked: [],
  compared: 41,
  undecided: 18,
  unread: [],
}

const none = { ...drift, changed: [], differences: [] }

test('of a service without drift, it is said how much was compared', () => {
  expect(formatDrift(none, 'service.yaml', 'text')).toBe(
    'The service behaves as service.yaml says.\n41 of 59 questions compared, 18 never decided.',
  )
})

test('what was learned and not compared is named, and what could not be read', () => {
  const unchecked = ['deploymentOrdering', 'tagMatching'] as const
  const unread = ['GET /v2/deployments: 404']
  expect(formatDrift({ ...none, unchecked, unread, compared: 39 }, 'service.yaml', 'markdown').split('\n')).toEqual([
    'The service behaves, as far as it was compared, as `service.yaml` says.',
    '39 of 59 questions compared, 18 never decided.',
    'Learned, but not compared: `deploymentOrdering`, `tagMatching`.',
    'Not read: GET /v2/deployments: 404',
  ])
})

test('drift is told in the words of the register, with the requests that rely on it', () => {
  const text = formatDrift(drift, 'service.yaml', 'text')
  expect(text).toMatch(/^The service differs from service\.yaml in 2 ways\.$/m)
  expect(text).toMatch(/^- lastPageOffset: .*\(contract, section /m)
  expect(text).toMatch(/^ {2}1 request of your tests relies on it: GET \/v2\/deployments\?limit=2$/m)
  expect(text).toMatch(
    /^- GET \/v2\/deployments\?limit: status: 404 instead of 200\n {2}Seen in GET \/a, GET \/b, GET \/c, and 1 more$/m,
  )
})

test('Markdown has a heading, lists and code', () => {
  const text = formatDrift(drift, 'service.yaml', 'markdown')
  expect(text).toMatch(/^## Drift\n\nThe service differs from `service\.yaml` in 2 ways\./)
  expect(text).toMatch(/^ {2}- Seen in `GET \/v2\/deployments\?limit=100`$/m)
})

test('JSON has everything', () => {
  expect(JSON.parse(formatDrift(drift, 'service.yaml', 'json'))).toEqual(drift)
})
