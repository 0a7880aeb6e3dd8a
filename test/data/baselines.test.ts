import { expect, test } from 'vitest'
import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { createByteBudget } from '../../src/engine/limits/byte-budget.ts'
import { createBaselines } from '../../src/engine/world/start/baselines.ts'
import { createSimulator } from '../../src/index.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { service } from '../../src/service/service.ts'

test('the records of a world are sorted before its first request, also if another world has the same ones', () => {
  const { scenario } = createSimulator({ deployments: 10 })
  const { find } = createBaselines(service, createByteBudget(2 ** 30))
  const settings = service.world.readSettings(resolveAssumptions(questions))
  for (const orderings of [{ deployments: 'createdDescending' }, { deployments: 'name' }]) {
    expect(find(scenario, settings, orderings).item.indexes.has(orderings)).toBe(true)
  }
})
