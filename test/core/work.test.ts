import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineModel, list as listOf, text } from '../../src/engine/contract/operation/value.ts'
import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import type { JsonValue } from '../../src/engine/input/json/json-value.ts'
import { isLarge } from '../../src/engine/input/json/many-values.ts'
import { parseValue } from '../../src/engine/input/schemas/parse-value.ts'
import { buildMatcher } from '../../src/engine/store/listing/filter.ts'
import { repeatInput } from '../../src/fastapi/errors/cut-input.ts'
import { createIssueCollector } from '../../src/fastapi/errors/issue-limits.ts'
import { parseBody } from '../../src/fastapi/fastapi.ts'
import { createSimulator } from '../../src/index.ts'
import { questions } from '../../src/service/assumptions/questions.ts'

const MANY = 100_000

/** A list that counts how often its items are read. */
function countReads<Item>(items: Item[]): { list: Item[]; reads(): number } {
  let count = 0
  const list = new Proxy(items, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) count += 1
      return Reflect.get(target, name, receiver)
    },
  })
  return { list, reads: () => count }
}

// Limits on work are tested by the number of reads, not by time.

const schema = z.object({ items: z.array(z.string()) })
const model = defineModel('List', { items: listOf(text()) })
const assumptions = resolveAssumptions(questions)
const validate = (items: JsonValue[]) =>
  parseBody(model, { items }, { assumptions, collector: createIssueCollector(assumptions), isOptional: false })

test('a long list is read only in part by a validator that has found enough errors', () => {
  const { list, reads } = countReads<JsonValue>(Array(MANY).fill(1))
  expect(validate(list)).toBeUndefined()
  expect(reads()).toBe(101)
})

test('a long list is read only in part by a validator that has reached its limit', () => {
  const { list, reads } = countReads<JsonValue>(Array(MANY).fill('x'))
  expect(() => validate(list)).toThrow('Request body too large: at most 4000 values')
  expect(reads()).toBe(3999)
})

test('a long list is read only in part by the search for the first issues', () => {
  const { list, reads } = countReads(Array(MANY).fill(1))
  expect(parseValue(schema, { items: list }, 100)).toMatchObject({ isCut: true })
  // The reads that find out that the list is long, and those of the first issues.
  expect(reads()).toBeLessThan(2000)
})

test('a long list is read only in part by the check whether it is long', () => {
  const { list, reads } = countReads(Array(MANY).fill(1))
  expect([isLarge(list), reads()]).toEqual([true, 1000])
})

test('a long list is read only in part by a response that repeats its start', () => {
  const { list, reads } = countReads(Array(MANY).fill(1))
  expect(repeatInput(list, 200).bytes).toBe(0)
  expect(reads()).toBeLessThan(120)
})

test.for(['deployment_ids', 'tag_value_ids'] as const)('a list of %s is read once for all deployments', (name) => {
  const { list, reads } = countReads(Array.from({ length: 1000 }, (_, index) => `id-${index}`))
  const matches = buildMatcher([
    name === 'deployment_ids'
      ? { field: 'id', match: 'oneOf', value: list }
      : { field: 'tag_value_ids', match: 'any', value: list },
  ])
  for (const deployment of createSimulator().db.deployments.list()) expect(matches(deployment)).toBe(false)
  expect(reads()).toBe(1000)
})
