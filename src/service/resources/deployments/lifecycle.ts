import type { Assumptions } from '../../../engine/assumptions/assumptions.ts'
import type { Lifecycle } from '../../../engine/define/resource/lifecycle.ts'
import { statusValuesOf } from '../../assumptions/values.ts'
import type { DeploymentRecord } from './deployment.ts'

// The real service needs a minute or more, which is too long for a demo.
const MILLISECONDS_TO_READY = 30_000

const outcomes: Readonly<Record<Assumptions['statusTransitions'], string | undefined>> = {
  awaiting: 'READY',
  fails: 'UNKNOWN',
  instant: undefined,
  stuck: undefined,
}

/** How the status of a new deployment changes (contract section 3, assumption `statusTransitions`). */
export const deploymentLifecycle: Lifecycle<DeploymentRecord> = {
  field: 'status',
  statesOf: statusValuesOf,
  passing: ['AWAITING_DATABASE', 'AWAITING_DELETE'],
  next({ status }, { assumptions }) {
    if (assumptions === undefined) return undefined
    const to = outcomes[assumptions.statusTransitions]
    if (status !== 'AWAITING_DATABASE' || to === undefined || !statusValuesOf(assumptions).includes(to))
      return undefined
    return { to, after: MILLISECONDS_TO_READY }
  },
  // A deployment that is ready has an active revision.
  enter: (status, { latest_revision_id }) => (status === 'READY' ? { active_revision_id: latest_revision_id } : {}),
}
