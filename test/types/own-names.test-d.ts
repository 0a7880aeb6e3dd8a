import { expectTypeOf, test } from 'vitest'
import type { DeploymentStatus, ScenarioName } from '../../src/index.ts'

test('the name of a scenario, and a status, can be any text', () => {
  expectTypeOf<string>().toExtend<ScenarioName>()
  expectTypeOf<ScenarioName>().toExtend<string>()
  expectTypeOf<string>().toExtend<DeploymentStatus>()
  expectTypeOf<DeploymentStatus>().toExtend<string>()
})
