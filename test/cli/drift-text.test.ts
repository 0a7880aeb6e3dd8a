import { expect, test } from 'vitest'
import { formatDrift } from '../../src/cli/output/drift-text.ts'

const drift = {
  changed: [
    {
      id: 'lastPageOffset' as const,
      learned: 'returned',
      now: ['limit'],
      request: 'GET /v2/deployments?limit=100',
    },
  ],
  differences: [{ what: 'fields: region gone', requests: ['GET /a', 'GET /b', 'GET /c', 'GET /d'] }],
  relying: { lastPageOffset: ['GET /v2/deployments?limit=2'] },
  unchecked: [],
}

test('a service without drift is one line', () => {
  expect(formatDrift({ changed: [], differences: [], relying: {}, unchecked: [] }, 'service.yaml', 'text')).toBe(
    'The service behaves as service.yaml says.',
  )
})

test('what could not be checked is said', () => {
  const unchecked = ['deploymentOrdering', 'tagMatching'] as const
  expect(
    formatDrift({ ...drift, unchecked }, 'service.yaml', 'markdown')
      .split('\n')
      .at(-1),
  ).toBe(
    '2 assumptions could not be checked with the records and requests of this run: `deploymentOrdering`, `tagMatching`',
  )
})

test('drift is told in the words of the register, with the requests that rely on it', () => {
  const text = formatDrift(drift, 'service.yaml', 'text')
  expect(text).toMatch(/^The service differs from service\.yaml in 2 ways\.$/m)
  expect(text).toMatch(/^- lastPageOffset: .*\(contract, section /m)
  expect(text).toMatch(/^ {2}1 request of your tests relies on it: GET \/v2\/deployments\?limit=2$/m)
  expect(text).toMatch(/^- fields: region gone\n {2}Seen in GET \/a, GET \/b, GET \/c, and 1 more$/m)
})

test('Markdown has a heading, lists and code', () => {
  const text = formatDrift(drift, 'service.yaml', 'markdown')
  expect(text).toMatch(/^## Drift\n\nThe service differs from `service\.yaml` in 2 ways\./)
  expect(text).toMatch(/^ {2}- Seen in `GET \/v2\/deployments\?limit=100`$/m)
})

test('JSON has everything', () => {
  expect(JSON.parse(formatDrift(drift, 'service.yaml', 'json'))).toEqual(drift)
})
