import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anonymise } from '../../../src/programs/real-service/record/anonymise.ts'
import { createGuard } from '../../../src/programs/real-service/record/guard.ts'
import type { RecordedName } from '../../../src/programs/real-service/records/sources.ts'
import { runs } from '../../support/scope.ts'

type Fields = Readonly<Record<string, unknown>>

test('ids that are kept stay those of their records', () => {
  const deployments = ['c', 'a', 'b'].map((letter) => ({ id: `${letter.repeat(8)}-0000-4000-8000-000000000000` }))
  const ids = deployments.map(({ id }) => id)
  const read = new Map<RecordedName, readonly Fields[]>([['deployments', deployments]])
  const { stored } = anonymise(read, { key: new Uint8Array(32), guard: createGuard([]), kept: new Set(['id']), at: 0 })
  expect(stored.get('deployments')?.map(({ id }) => id)).toEqual(ids)
})

test('ids are in the order of their list, so records with equal times are, too', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 1, max: 200 }),
      (ids, fill) => {
        const deployments = ids.map((id) => ({ id, created_at: '2026-01-12T08:00:00Z' }))
        const revisions = ids.map((deployment_id) => ({ deployment_id }))
        const { stored } = anonymise(
          new Map<RecordedName, readonly Fields[]>([
            ['deployments', deployments],
            ['revisions', revisions],
          ]),
          { key: new Uint8Array(32).fill(fill), guard: createGuard(ids), kept: new Set(), at: 0 },
        )
        const replaced = stored.get('deployments')?.map(({ id }) => String(id)) ?? []
        expect(replaced).toEqual([...replaced].sort())
        expect(stored.get('revisions')?.map(({ deployment_id }) => deployment_id)).toEqual(replaced)
        expect(ids.filter((id) => replaced.includes(id))).toEqual([])
      },
    ),
    { numRuns: runs(100) },
  )
})
