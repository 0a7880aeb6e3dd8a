import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineControl } from '../../src/engine/control/control-operation.ts'
import { readControlBody } from '../../src/engine/control/requests/control-input.ts'
import { encodeText } from '../../src/engine/http/body.ts'
import { writeHarInSteps } from '../../src/engine/reports/har.ts'
import { scenarioSchemaOf } from '../../src/engine/scenario/scenario.ts'
import type { Steps } from '../../src/engine/work/steps.ts'
import { createSimulator } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'

const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))
const fields = (count: number, value: unknown) => Object.fromEntries(many(count, (index) => [`f${index}`, value]))

const SCENARIO = { name: 'large', deployments: 1 }
const takes = (body: z.ZodType | typeof scenarioSchemaOf) =>
  defineControl({
    name: 'put',
    request: 'PUT /large',
    summary: 'A large one.',
    body: body as never,
    responses: {},
    run: () => undefined as never,
  })

/** Counts the steps of work, also of work that fails. */
function countSteps(steps: Steps<unknown>): { count: number; error?: string } {
  for (let count = 0; ; count += 1) {
    try {
      if (steps.next().done) return { count }
    } catch (error) {
      return { count, error: String(error) }
    }
  }
}

test.each([
  { what: 'faults in a scenario', body: { ...SCENARIO, faults: many(15_000, () => ({ effect: { kind: 'stall' } })) } },
  { what: 'groups with a record', body: { ...SCENARIO, deployments: many(15_000, () => ({ record: {} })) } },
  { what: 'unknown fields', body: { ...SCENARIO, ...fields(30_000, 1) } },
  { what: 'removed records', body: { ...SCENARIO, changes: { deployments: { removed: many(30_000, String) } } } },
])('a body with many $what is read in many steps', ({ body }) => {
  const bytes = encodeText(JSON.stringify(body))
  expect(countSteps(readControlBody(bytes, takes(scenarioSchemaOf), service)).count).toBeGreaterThan(25)
})

test('the items of a list that is too long are not looked at', () => {
  let looks = 0
  const item = z.looseObject({}).refine(() => {
    looks += 1
    return true
  })
  const bytes = encodeText(JSON.stringify(many(5000, () => ({}))))
  const { error } = countSteps(
    readControlBody(
      bytes,
      takes(
        z
          .array(item)
          .max(1000)
          .superRefine(() => undefined),
      ),
      service,
    ),
  )
  expect(error).toContain('It must have at most 1000 items')
  expect(looks).toBe(0)
})

test('of many unknown fields, the first ones are told', () => {
  const bytes = encodeText(JSON.stringify(fields(30_000, 1)))
  const { error = '' } = countSteps(
    readControlBody(bytes, takes(z.strictObject({ name: z.string().optional() })), service),
  )
  expect(error).toContain('"f99" is unknown')
  expect(error).not.toContain('"f100"')
  expect(error).toMatch(/and more\.?$/)
})

test('an archive is written in a step for each request', async () => {
  const simulator = createSimulator()
  for (let index = 0; index < 30; index += 1) await simulator.fetch('http://localhost/v2/deployments?limit=1')
  const building = { urlOf: () => 'http://localhost', secrets: 'hide', version: '' } as const
  expect(countSteps(writeHarInSteps(simulator.service.selectRequests(), building)).count).toBe(30)
})
