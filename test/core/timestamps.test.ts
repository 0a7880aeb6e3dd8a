import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timestampSchema } from '../../src/engine/input/schemas/timestamp.ts'
import { createSimulator } from '../../src/index.ts'
import { runs } from '../support/scope.ts'

test.for([
  ['2025-08-22T17:29:11Z', '2025-08-22T17:29:11Z'],
  ['2025-08-22T17:29:11.000Z', '2025-08-22T17:29:11Z'],
  ['2025-08-22T17:29:11.5Z', '2025-08-22T17:29:11.500000Z'],
  ['2025-08-22T17:29:11.1234567Z', '2025-08-22T17:29:11.123456Z'],
  ['2025-08-22T19:29:11.5+02:00', '2025-08-22T17:29:11.500000Z'],
  ['2025-08-22T17:29:11.000000Z', '2025-08-22T17:29:11Z'],
  ['2025-08-22T17:29:11.000001Z', '2025-08-22T17:29:11.000001Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z'],
  ['2024-12-31T23:30:00-01:00', '2025-01-01T00:30:00Z'],
] as const)('a date-time in a record %s is stored as %s', ([given, kept]) => {
  const { db } = createSimulator({ scenario: 'empty' })
  expect(db.deployments.create({ created_at: given }).created_at).toBe(kept)
})

test.for(['2025-08-22', '1900-02-29T00:00:00Z', '2025-02-30T00:00:00Z', '2025-08-22T17:29:11', 'yesterday', ''])(
  'a date-time in a record %j is rejected, naming the field',
  (given) => {
    const { db } = createSimulator({ scenario: 'empty' })
    expect(() => db.deployments.create({ created_at: given })).toThrow(/^Failed to create deployment: .*"created_at"/)
    expect(db.deployments.count()).toBe(0)
  },
)

test('a date-time in a record is valid exactly if its day and its time exist', () => {
  const twoDigits = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'))
  const near = (most: number) =>
    fc.oneof(
      fc.integer({ min: 0, max: most + 1 }).map((number) => String(number).padStart(2, '0')),
      twoDigits,
    )
  const year = fc.oneof(
    fc.constantFrom('0000', '0001', '0004', '0100', '1900', '2000', '2023', '2024', '2100', '9999'),
    fc.integer({ min: 0, max: 9999 }).map((number) => String(number).padStart(4, '0')),
  )
  const parts = fc.tuple(year, near(12), near(31), near(24), near(60), near(60))
  const property = fc.property(parts, ([years, months, days, hours, minutes, seconds]) => {
    const text = `${years}-${months}-${days}T${hours}:${minutes}:${seconds}Z`
    const time = new Date(Number.NaN)
    time.setUTCFullYear(Number(years), Number(months) - 1, Number(days))
    time.setUTCHours(Number(hours), Number(minutes), Number(seconds))
    const exists = Number(years) > 0 && time.toISOString().replace('.000', '') === text
    expect(timestampSchema.safeParse(text)).toMatchObject(exists ? { success: true, data: text } : { success: false })
  })
  fc.assert(property, { numRuns: runs(2000) })
})
