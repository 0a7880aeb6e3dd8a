import fc from 'fast-check'
import { expect } from 'vitest'
import { readScenarioFile, writeScenario } from '../../src/entries/files/index.ts'
import { defineScenario, type Scenario } from '../../src/index.ts'
import { scenarios } from '../../src/service/scenarios.ts'
import { character } from '../support/characters.ts'
import { test } from '../support/folder.ts'
import { runs } from '../support/scope.ts'

test.for(scenarios.filter(({ deployments }) => typeof deployments !== 'number' || deployments < 2000))(
  'the scenario $name is the same after it was written and read',
  async (scenario, { folder }) => {
    for (const format of ['yaml', 'json'] as const) {
      const path = await folder.write(`${scenario.name}.${format}`, await writeScenario(scenario, format))
      expect(await readScenarioFile(path)).toEqual(scenario)
    }
  },
)

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: character }),
  // Text that YAML would parse as another type.
  fc.constantFrom(
    '',
    ' ',
    'null',
    '~',
    'yes',
    'no',
    'true',
    '1',
    '1e3',
    '0x1F',
    '-',
    '- a',
    'a: b',
    '# c',
    '<<',
    '2026-03-02',
    '*a',
    '&a',
    '!t',
    '%',
    '@',
    '`',
    '|',
    '>',
    '"',
    "'",
    '---',
    '...',
    '\ufeff',
    'a\nb\n',
    'a\r\nb',
    '\t',
    '\u0085',
    '\u2028',
    '=',
    '.inf',
    '012',
  ),
)
const filled = text.filter((value) => value.length > 0)
const key = text.filter((value) => value !== '__proto__')
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
}))

const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    name: filled,
    description: text,
    seed: fc.integer(),
    now: fc
      .date({ min: new Date(0), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    providers: fc.array(fc.record({ count: fc.nat(3), record: fc.record({ name: text }) }), { maxLength: 2 }),
    integrations: fc.array(
      fc.record({
        kind: fc.constantFrom('standard' as const, 'alternate' as const),
        name: filled,
        repositories: fc.nat(3),
      }),
      { maxLength: 2 },
    ),
    deployments: fc.array(
      fc.record({
        count: fc.nat(3),
        record: fc.record({
          name: text,
          secrets: fc.array(fc.record({ name: text, value: text }), { maxLength: 2 }),
          source_config: fc.record({
            resource_spec: fc.record({ labels: fc.dictionary(key, json.value, { maxKeys: 3 }) }),
          }),
        }),
      }),
      { maxLength: 3 },
    ),
  })
  .map((input) => defineScenario(input as Parameters<typeof defineScenario>[0]))

test('any scenario is the same after it was written and read', { timeout: 60_000 }, async ({ folder }) => {
  await fc.assert(
    fc.asyncProperty(scenario, fc.constantFrom('yaml' as const, 'json' as const), async (given, format) => {
      const path = await folder.write(`any.${format}`, await writeScenario(given, format))
      expect(await readScenarioFile(path)).toEqual(given)
    }),
    { numRuns: runs(100) },
  )
})
