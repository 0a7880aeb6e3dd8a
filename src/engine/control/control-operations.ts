// The list of the operations of the control API.

import type { ControlOperation } from './control-operation.ts'
import { askOperations } from './operations/ask.ts'
import { assumptionOperations } from './operations/assumptions.ts'
import { chaosOperations } from './operations/chaos.ts'
import { clockOperations } from './operations/clock.ts'
import { coverageOperations } from './operations/coverage.ts'
import { documentOperations } from './operations/document.ts'
import { eventOperations } from './operations/events.ts'
import { faultOperations } from './operations/faults.ts'
import { healthOperations } from './operations/health.ts'
import { linkOperations } from './operations/links.ts'
import { openOperations } from './operations/open.ts'
import { recordOperations } from './operations/records.ts'
import { requestOperations } from './operations/requests.ts'
import { scenarioOperations } from './operations/scenarios.ts'
import { schemaOperations } from './operations/schemas.ts'
import { sessionOperations } from './operations/sessions.ts'
import { settingsOperations } from './operations/settings.ts'
import { snapshotOperations } from './operations/snapshots.ts'
import { stateOperations } from './operations/state.ts'
import { totalsOperations } from './operations/totals.ts'

/** All operations of the control API. */
export const controlOperations: readonly ControlOperation[] = [
  ...stateOperations,
  ...scenarioOperations,
  ...faultOperations,
  ...chaosOperations,
  ...requestOperations,
  ...askOperations,
  ...assumptionOperations,
  ...settingsOperations,
  ...coverageOperations,
  ...clockOperations,
  ...recordOperations,
  ...totalsOperations,
  ...snapshotOperations,
  ...sessionOperations,
  ...openOperations,
  ...linkOperations,
  ...eventOperations,
  ...schemaOperations,
  ...documentOperations,
  ...healthOperations,
]
