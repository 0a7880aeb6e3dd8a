// The list of the operations of the control API.

import { listShown } from '../define/resource/resource.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { ServiceDeclarations } from '../scenario/service.ts'
import type { ControlOperation } from './control-operation.ts'
import { assumptionOperations, settingsOperations } from './operations/behaviour/assumptions.ts'
import { clockOperations } from './operations/behaviour/clock.ts'
import { chaosOperations, faultOperations } from './operations/behaviour/faults.ts'
import { coverageOperations } from './operations/requests/coverage.ts'
import { eventOperations } from './operations/requests/events.ts'
import { askOperations, requestOperations } from './operations/requests/requests.ts'
import { documentOperations } from './operations/server/document.ts'
import { linkOperations } from './operations/server/links.ts'
import { healthOperations, metricsOperations } from './operations/server/metrics.ts'
import { sessionOperations } from './operations/server/sessions.ts'
import { buildRecordOperations } from './operations/world/records.ts'
import { scenarioOperations } from './operations/world/scenarios.ts'
import { schemaOperations } from './operations/world/schemas.ts'
import { snapshotOperations } from './operations/world/snapshots.ts'
import { stateOperations } from './operations/world/state.ts'

export const controlOperationsOf = derivedFrom(({ resources }: ServiceDeclarations): readonly ControlOperation[] => [
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
  ...buildRecordOperations(listShown(resources)),
  ...snapshotOperations,
  ...sessionOperations,
  ...linkOperations,
  ...eventOperations,
  ...schemaOperations,
  ...documentOperations,
  ...healthOperations,
  ...metricsOperations,
])
