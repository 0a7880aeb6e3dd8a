// The states of a rollout, and how long each one takes.

import type { FactoryContext } from '../../engine/define/factory/context.ts'
import type { RevisionOutcome, RevisionRecord, RevisionStatus } from '../resources/revisions/revision.ts'

/** What decides the way of a rollout. */
export interface RolloutTraits {
  /** The id of the revision, which its times are drawn from. */
  readonly id: string
  readonly source: RevisionRecord['source']
  readonly outcome: RevisionOutcome
}

const BUILD_STATES: readonly RevisionStatus[] = ['AWAITING_BUILD', 'BUILDING']

/** Lists the states of a rollout in their order. The last one is its end, or where it stops. */
export function listStates(source: RevisionRecord['source'], outcome: RevisionOutcome): readonly RevisionStatus[] {
  const isImage = isOfImage(source)
  const all: readonly RevisionStatus[] = [
    'CREATING',
    'QUEUED',
    ...(isImage ? [] : BUILD_STATES),
    'AWAITING_DEPLOY',
    'DEPLOYING',
  ]
  const { during, to } = endings[outcome]
  // An image is not built, so whatever would happen to its build happens to its deployment.
  const last = isImage && during === 'BUILDING' ? 'DEPLOYING' : during
  const end = isImage && to === 'BUILD_FAILED' ? 'DEPLOY_FAILED' : to
  return [...all.slice(0, all.indexOf(last) + 1), ...(end === undefined ? [] : [end])]
}

/** Whether a revision runs an image, so that nothing is built. */
export function isOfImage(source: string): boolean {
  return source === 'external_docker' || source === 'internal_docker'
}

/** The last state before the end of a rollout, and the end; none if it stops there. */
const endings: Readonly<Record<RevisionOutcome, { during: RevisionStatus; to?: RevisionStatus }>> = {
  succeeds: { during: 'DEPLOYING', to: 'DEPLOYED' },
  createFails: { during: 'CREATING', to: 'CREATE_FAILED' },
  buildFails: { during: 'BUILDING', to: 'BUILD_FAILED' },
  deployFails: { during: 'DEPLOYING', to: 'DEPLOY_FAILED' },
  createHangs: { during: 'CREATING' },
  buildHangs: { during: 'BUILDING' },
  deployHangs: { during: 'DEPLOYING' },
  skipped: { during: 'QUEUED', to: 'SKIPPED' },
  interrupted: { during: 'BUILDING', to: 'INTERRUPTED' },
}

/** What a deployment already has when a revision is rolled out. */
export interface Circumstances {
  readonly hasDatabase: boolean
  /** Whether a revision was deployed before, so that a build finds its cache. */
  readonly hasRun: boolean
}

type Range = readonly [least: number, most: number]

/** Returns how many milliseconds a rollout stays in a state. */
export function drawStay(
  context: FactoryContext,
  revision: RolloutTraits,
  status: RevisionStatus,
  circumstances: Circumstances,
): number {
  const [least, most] = rangeOf(status, revision, circumstances)
  return context.open(`revision/${revision.id}`, 0, status).integer(least * 1000, most * 1000)
}

// In seconds. A first rollout takes about 14 minutes, and a later one 5 to 7 minutes. That of an image takes less
// than the 5 minutes for which the command line waits.
function rangeOf(
  status: RevisionStatus,
  { source, outcome }: RolloutTraits,
  { hasDatabase, hasRun }: Circumstances,
): Range {
  const isImage = isOfImage(source)
  switch (status) {
    case 'CREATING':
      return [2, 5]
    case 'QUEUED':
      if (hasDatabase) return [3, 10]
      return isImage ? [50, 70] : [200, 300]
    case 'AWAITING_BUILD':
      return [5, 15]
    case 'BUILDING':
      return hasRun ? [190, 270] : [300, 400]
    case 'AWAITING_DEPLOY':
      return [5, 15]
    default:
      if (outcome === 'deployFails') return [SECONDS_TO_BE_READY, SECONDS_TO_BE_READY]
      if (hasRun) return [80, 110]
      return isImage ? [100, 140] : [160, 220]
  }
}

/** After this many seconds, the real service gives up on a deployment that is not ready. */
const SECONDS_TO_BE_READY = 300
