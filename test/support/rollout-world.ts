// Worlds for tests of rollouts, without a session.

import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { createByteBudget } from '../../src/engine/limits/byte-budget.ts'
import type { RealTime } from '../../src/engine/store/time/world-time.ts'
import { finish } from '../../src/engine/work/steps.ts'
import { createBaseline } from '../../src/engine/world/start/baseline.ts'
import type { WorldChanges } from '../../src/engine/world/start/world-plan.ts'
import { createWorld, type WorldSetup } from '../../src/engine/world/world.ts'
import type { AssumptionOverrides } from '../../src/service/assumptions/assumptions.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { defineScenario } from '../../src/service/define-scenario.ts'
import type { World } from '../../src/service/operation.ts'
import { service } from '../../src/service/service.ts'

const budget = createByteBudget(Number.POSITIVE_INFINITY)
const STATUSES = ['AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN']

export interface RolloutWorldOptions {
  /** How many deployments it starts with. Default: none. */
  deployments?: number
  speed?: number
  /** What moves its clock. Default: nothing. */
  movedBy?: RealTime
  changes?: WorldChanges
  onChange?: WorldSetup['onChange']
}

/** Creates a world. */
export function createRolloutWorld({
  deployments = 0,
  speed = 1,
  changes,
  movedBy,
  onChange = () => undefined,
}: RolloutWorldOptions = {}): World {
  const { changes: _none, ...plan } = defineScenario({ name: 'rollouts', deployments })
  const settings = {
    statuses: STATUSES,
    deploymentTypes: ['dev_free', 'dev', 'prod'],
    sources: ['github', 'external_docker', 'internal_docker', 'internal_source'],
    allowNull: true,
    freeForm: 'typical',
    numericRepositoryIds: false,
  } as const
  const baseline = finish(createBaseline(service, plan, settings, { budget }))
  const realTime: RealTime = { read: () => 0, after: () => () => undefined }
  // Its baseline was built from the service, so it has these records.
  return createWorld(baseline, { changes, speed, movedBy, realTime, onChange }) as World
}

/** Creates a deployment that has no revision yet. */
export function createFreshDeployment(world: World, name = 'checkout') {
  return world.collections.deployments.create({
    name,
    source: 'github',
    status: 'AWAITING_DATABASE',
    remote_reconciled: false,
    latest_revision_id: null,
    active_revision_id: null,
    source_config: { custom_url: null },
  })
}

/** Returns the assumptions of the preset `spec`, with some others. */
export function assume(overrides: AssumptionOverrides = {}) {
  return resolveAssumptions(questions, 'spec', overrides)
}
