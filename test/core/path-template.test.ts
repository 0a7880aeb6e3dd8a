import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPathTemplate, listPlaceholders, toPathPattern } from '../../src/engine/http/route-table.ts'
import { character } from '../support/characters.ts'
import { runs } from '../support/scope.ts'

const TEMPLATE = '/v2/deployments/{deployment_id}/revisions/{revision_id}/logs'

test('a path template can have several placeholders', () => {
  expect(listPlaceholders(TEMPLATE)).toEqual(['deployment_id', 'revision_id'])
  const { groups } = toPathPattern(TEMPLATE).exec('/v2/deployments/a/revisions/b/logs') ?? {}
  expect({ ...groups }).toEqual({ deployment_id: 'a', revision_id: 'b' })
})

test.for([
  '/v2/deployments//revisions/b/logs',
  '/v2/deployments/a/b/revisions/c/logs',
  '/v2/deployments/a/revisions/b',
])('a placeholder stands for one segment that is not empty, which %s does not have', (path) => {
  expect(toPathPattern(TEMPLATE).test(path)).toBe(false)
})

test('a filled template matches its pattern, with the values that were filled in', () => {
  const segment = fc.string({ unit: character, minLength: 1, maxLength: 8 }).filter((text) => !text.includes('/'))
  fc.assert(
    fc.property(segment, segment, (deployment_id, revision_id) => {
      const path = decodeURIComponent(fillPathTemplate(TEMPLATE, { deployment_id, revision_id }))
      expect({ ...toPathPattern(TEMPLATE).exec(path)?.groups }).toEqual({ deployment_id, revision_id })
    }),
    { numRuns: runs(100) },
  )
})
