import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

describe('a date-time in a record', () => {
  test.for([
    ['2025-08-22T17:29:11Z', '2025-08-22T17:29:11Z'],
    ['2025-08-22T17:29:11.000Z', '2025-08-22T17:29:11Z'],
    ['2025-08-22T17:29:11.5Z', '2025-08-22T17:29:11.500000Z'],
    ['2025-08-22T17:29:11.1234567Z', '2025-08-22T17:29:11.123456Z'],
    ['2025-08-22T19:29:11.5+02:00', '2025-08-22T17:29:11.500000Z'],
    ['2024-12-31T23:30:00-01:00', '2025-01-01T00:30:00Z'],
  ] as const)('%s is stored as %s', ([given, kept]) => {
    const { db } = createSimulator({ scenario: 'empty' })
    expect(db.deployments.create({ created_at: given }).created_at).toBe(kept)
  })

  test.for(['2025-08-22', '2025-02-30T00:00:00Z', '2025-08-22T17:29:11', 'yesterday', ''])(
    '%j is rejected, naming the field',
    (given) => {
      const { db } = createSimulator({ scenario: 'empty' })
      expect(() => db.deployments.create({ created_at: given })).toThrow(/^Failed to create deployment: .*"created_at"/)
      expect(db.deployments.count()).toBe(0)
    },
  )
})
