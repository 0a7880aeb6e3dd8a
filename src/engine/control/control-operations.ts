// The list of the operations of the control API.

import type { ServiceDeclarations } from '../define/service.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { ControlOperation } from './control-operation.ts'
import { askOperations } from './operations/ask.ts'
import { buildAssumptionOperations } from './operations/assumptions.ts'
import { chaosOperations } from './operations/chaos.ts'
import { buildClockOperations } from './operations/clock.ts'
import { coverageOperations } from './operations/coverage.ts'
import { documentOperations } from './operations/document.ts'
import { eventOperations } from './operations/events.ts'
import { buildFaultOperations } from './operations/faults.ts'
import { healthOperations } from './operations/health.ts'
import { buildLinkOperations } from './operations/links.ts'
import { buildOpenOperations } from './operations/open.ts'
import { buildRecordOperations } from './operations/records.ts'
import { buildRequestOperations } from './operations/requests.ts'
import { buildScenarioOperations } from './operations/scenarios.ts'
import { schemaOperations } from './operations/schemas.ts'
import { buildSessionOperations } from './operations/sessions.ts'
import { buildSettingsOperations } from './operations/settings.ts'
import { buildSnapshotOperations } from './operations/snapshots.ts'
import { buildStateOperations } from './operations/state.ts'
import { buildTotalsOperations } from './operations/totals.ts'

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
  ...buildTotalsOperations(declared),
  ...buildSnapshotOperations(declared),
  ...buildSessionOperations(declared),
  ...buildOpenOperations(declared),
  ...buildLinkOperations(declared),
  ...eventOperations,
  ...schemaOperations,
  ...documentOperations,
  ...healthOperations,
])
