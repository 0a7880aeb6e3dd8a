// The list of the operations of the control API.

import { listShown } from '../define/resource/resource.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { ServiceDeclarations } from '../scenario/service.ts'
import type { ControlOperation } from './control-operation.ts'
import { linkOperations } from './links/links.ts'
import { assumptionOperations, settingsOperations } from './operations/assumptions.ts'
import { clockOperations } from './operations/clock.ts'
import { eventOperations } from './operations/events.ts'
import { chaosOperations, faultOperations } from './operations/faults.ts'
import { buildRecordOperations } from './operations/records.ts'
import { askOperations, requestOperations } from './operations/requests.ts'
import { scenarioOperations } from './operations/scenarios.ts'
import { sessionOperations } from './operations/sessions.ts'
import { snapshotOperations } from './operations/snapshots.ts'
import { stateOperations } from './operations/state.ts'
import { coverageOperations } from './reports/coverage.ts'
import { documentOperations } from './reports/document.ts'
import { healthOperations, metricsOperations } from './reports/metrics.ts'
import { schemaOperations } from './reports/schemas.ts'

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
