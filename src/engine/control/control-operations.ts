// The list of the operations of the control API.

import { derivedFrom } from '../limits/on-demand.ts'
import type { ServiceDeclarations } from '../scenario/service.ts'
import type { ControlOperation } from './control-operation.ts'
import { buildAssumptionOperations, buildSettingsOperations } from './operations/behaviour/assumptions.ts'
import { buildClockOperations } from './operations/behaviour/clock.ts'
import { buildFaultOperations, chaosOperations } from './operations/behaviour/faults.ts'
import { askOperations } from './operations/requests/ask.ts'
import { coverageOperations } from './operations/requests/coverage.ts'
import { eventOperations } from './operations/requests/events.ts'
import { buildRequestOperations } from './operations/requests/requests.ts'
import { documentOperations } from './operations/server/document.ts'
import { buildLinkOperations } from './operations/server/links.ts'
import { healthOperations, metricsOperations } from './operations/server/metrics.ts'
import { buildSessionOperations } from './operations/server/sessions.ts'
import { buildRecordOperations } from './operations/world/records.ts'
import { buildScenarioOperations } from './operations/world/scenarios.ts'
import { schemaOperations } from './operations/world/schemas.ts'
import { buildSnapshotOperations } from './operations/world/snapshots.ts'
import { buildStateOperations } from './operations/world/state.ts'

/** All operations of the control API. */
export const controlOperationsOf = derivedFrom((declared: ServiceDeclarations): readonly ControlOperation[] => [
  ...buildStateOperations(declared),
  ...buildScenarioOperations(declared),
  ...buildFaultOperations(declared),
  ...chaosOperations,
  ...buildRequestOperations(declared),
  ...askOperations,
  ...buildAssumptionOperations(declared),
  ...buildSettingsOperations(declared),
  ...coverageOperations,
  ...buildClockOperations(declared),
  ...buildRecordOperations(declared),
  ...buildSnapshotOperations(declared),
  ...buildSessionOperations(declared),
  ...buildLinkOperations(declared),
  ...eventOperations,
  ...schemaOperations,
  ...documentOperations,
  ...healthOperations,
  ...metricsOperations,
])
