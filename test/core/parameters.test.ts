import { describe, expect, test } from 'vitest'
import { listDeployments } from '../../src/core/contract/operations/list-deployments.ts'
import { resolveAssumptions } from '../../src/core/contract/register/assumptions.ts'
import { parseParameters } from '../../src/core/contract/validation/parameters.ts'
import { parseQuery } from '../../src/core/contract/validation/query.ts'
import { listVectors } from '../support/vectors.ts'

// The recorded handler got lists as texts, and JSON cannot hold every integer exactly.
function toRecorded(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value !== 'bigint') return value
  return value > Number.MAX_SAFE_INTEGER ? String(value) : Number(value)
}

describe('the parameters of a list are understood as recorded', () => {
  test.for(listVectors.filter(({ parsed }) => parsed !== undefined))('$target', ({ target, parsed }) => {
    const [, ...rest] = target.split('?')
    const query = parseQuery(rest.join('?'))
    const values = parseParameters(listDeployments.parameters, { path: {}, query }, resolveAssumptions())
    const recorded = Object.entries(values).map(([name, value]) => [name, toRecorded(value)])
    expect(Object.fromEntries(recorded)).toEqual(parsed)
  })
})
