import { awkwardScenario } from './awkward.ts'
import { busyScenario } from './busy.ts'
import { defaultScenario } from './default.ts'
import { emptyScenario } from './empty.ts'
import { everyFieldScenario } from './every-field.ts'
import { firstDayScenario } from './first-day.ts'
import { largeScenario } from './large.ts'
import { pageEdgesScenario } from './page-edges.ts'
import { pipelineScenario } from './pipeline.ts'
import { troubledScenario } from './troubled.ts'

/** The default scenario comes first. */
export const builtInScenarios = [
  defaultScenario,
  emptyScenario,
  firstDayScenario,
  busyScenario,
  largeScenario,
  pageEdgesScenario,
  awkwardScenario,
  everyFieldScenario,
  troubledScenario,
  pipelineScenario,
] as const
