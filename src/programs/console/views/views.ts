import type { View } from '../page/view.ts'
import { assumptionsView } from './assumptions/index.tsx'
import { coverageView } from './coverage/index.tsx'
import { dataView } from './data/index.tsx'
import { faultsView } from './faults/index.tsx'
import { requestsView } from './requests/index.tsx'
import { sessionsView } from './sessions/index.tsx'
import { worldView } from './world/index.tsx'

/** The views, in the order of the navigation. */
export const views: readonly View[] = [
  worldView,
  requestsView,
  dataView,
  faultsView,
  assumptionsView,
  sessionsView,
  coverageView,
]
