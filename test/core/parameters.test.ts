import { expect, test } from 'vitest'
import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { parseQuery } from '../../src/engine/http/route-table.ts'
import { readParameters } from '../../src/fastapi/fastapi.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { listDeployments } from '../../src/service/listing/lists.ts'
import { listVectors } from '../support/vectors.ts'

// The recorded handler received lists as text, and JSON cannot represent every integer exactly.
function toRecorded(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value !== 'bigint') return value
  return value > Number.MAX_SAFE_INTEGER ? String(value) : Number(value)
}

function parse(text: string): Readonly<Record<string, unknown>> {
  const given = { path: {}, query: parseQuery(text) }
  const read = readParameters(listDeployments.parameters, given, resolveAssumptions(questions))
  return 'values' in read ? read.values : {}
}

test.for([
  ['%EF%BB%BF', ['\ufeff']],
  ['%EF%BB%BFa', ['\ufeffa']],
  ['%1C%1Da%1E%1F', ['a']],
  ['%C2%85a%C2%A0,%E3%80%80,+b+', ['a', 'b']],
  ['%E2%80%8Ba', ['\u200ba']],
] as const)('a list of ids %s is parsed as %j: white space is what Python defines', ([text, ids]) => {
  expect(parse(`deployment_ids=${text}`).deployment_ids).toEqual(ids)
})

test.for(listVectors.filter(({ parsed }) => parsed !== undefined))(
  'the parameters of a list are parsed as recorded $target',
  ({ target, parsed }) => {
    const [, ...rest] = target.split('?')
    const recorded = Object.entries(parse(rest.join('?'))).map(([name, value]) => [name, toRecorded(value)])
    expect(Object.fromEntries(recorded)).toEqual(parsed)
  },
)
