import { describe, expect, test } from 'vitest'
import { resolveAssumptions, statusValuesOf } from '../../src/core/contract/assumptions.ts'
import { listDeploymentsParameters, parseParameters } from '../../src/core/contract/parameters.ts'
import { parseQuery } from '../../src/core/contract/query.ts'
import { listVectors } from '../support/vectors.ts'

const assumptions = resolveAssumptions()
const rules = { assumptions, statuses: statusValuesOf(assumptions) }

function parse(target: string) {
  const [, ...query] = target.split('?')
  return parseParameters(listDeploymentsParameters, parseQuery(query.join('?')), rules)
}

// What JSON cannot hold exactly was recorded as a text.
function toRecorded(value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return value > Number.MAX_SAFE_INTEGER ? String(value) : Number(value)
}

describe('the parameters of a list are understood as recorded', () => {
  test.for(listVectors.filter(({ parsed }) => parsed !== undefined))('$target', ({ target, parsed }) => {
    const result = parse(target)
    if ('errors' in result) throw new Error('The parameters were refused.')
    const values = Object.entries(result.values).map(([name, value]) => [name, toRecorded(value)])
    expect(Object.fromEntries(values)).toEqual(parsed)
  })
})
