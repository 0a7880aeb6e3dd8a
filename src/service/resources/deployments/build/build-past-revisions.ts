// The revisions that a deployment already had when it was built.

import { formatMicroseconds, parseMicroseconds } from '../../../../engine/input/schemas/timestamp.ts'
import type { Draw } from '../../../../engine/store/random.ts'
import type { FactoryContext } from '../../building.ts'
import type { DeploymentRecord } from '../deployment.ts'
import type { RevisionOutcome, RevisionRecord, RevisionRecordInput, RevisionStatus } from '../revision.ts'
import { drawStay, listStates } from '../rollout-path.ts'

/** A deployment, and the ids of its revisions, the oldest first. */
export interface PastPlan {
  /** The streams that the revisions are drawn from. */
  readonly kind: string
  readonly deployment: DeploymentRecord
  readonly ids: readonly string[]
}

// How often revisions failed, besides those of which the fields of the deployment say it.
const FAILURES = 0.2
const failures: readonly RevisionOutcome[] = [
  'buildFails',
  'buildFails',
  'buildFails',
  'deployFails',
  'deployFails',
  'createFails',
  'interrupted',
]

/**
 * Builds the revisions of a deployment, the oldest first. They were rolled out one after another, between
 * the times at which the deployment was created and last updated.
 */
export function buildPastRevisions(context: FactoryContext, plan: PastPlan): RevisionRecordInput[] {
  const { deployment, ids, kind } = plan
  const open = (place: number, field: string) => context.open(kind, ids.length - 1 - place, field)
  const times = cutTime(deployment, ids.length, (place) => open(place, 'created_at'))
  return ids.map((id, place) => {
    const openOwn = (field: string) => open(place, field)
    const isLatest = place === ids.length - 1
    const { outcome, states } = chooseWay(plan, id, openOwn)
    const lengths = states.slice(0, -1).map((status) => {
      const circumstances = { hasDatabase: place > 0, hasRun: place > 0 }
      return BigInt(drawStay(context, { id, source: deployment.source, outcome }, status, circumstances)) * 1000n
    })
    const history = placeStates(states, lengths, {
      from: times[place] as bigint,
      to: times[place + 1] as bigint,
      // The deployment was last updated when its latest revision was.
      isAtEnd: isLatest && place > 0,
    })
    return {
      id,
      deployment_id: deployment.id,
      created_at: history[0]?.at as string,
      updated_at: history.at(-1)?.at as string,
      status: states.at(-1) as RevisionStatus,
      source: deployment.source,
      source_revision_config: isLatest ? deployment.source_revision_config : buildConfig(context, deployment, openOwn),
      outcome,
      history,
    }
  })
}

type OpenField = (field: string) => Draw

/** Chooses the outcome of a revision, and lists the states that it had so far. */
function chooseWay(
  { deployment, ids }: PastPlan,
  id: string,
  open: OpenField,
): { outcome: RevisionOutcome; states: readonly RevisionStatus[] } {
  const { source, active_revision_id: active } = deployment
  const all = listStates(source, 'succeeds')
  if (id === active) return { outcome: 'succeeds', states: all }
  const isLatest = id === ids.at(-1)
  // Before the first one is deployed, the others wait for the database.
  if (deployment.status === 'AWAITING_DATABASE') {
    return { outcome: 'succeeds', states: all.slice(0, open('progress').integer(1, 2)) }
  }
  if (isLatest && open('is_unfinished').chance(0.2)) {
    return { outcome: 'succeeds', states: all.slice(0, open('progress').integer(3, all.length - 1)) }
  }
  const fails = isLatest || active === null || open('fails').chance(FAILURES)
  const outcome = fails ? open('outcome').pick(failures) : 'succeeds'
  return { outcome, states: listStates(source, outcome) }
}

/** Cuts the time in which a deployment was changed, so that each revision has a part of it. */
function cutTime({ created_at, updated_at }: DeploymentRecord, count: number, open: (place: number) => Draw): bigint[] {
  const [from, to] = [parseMicroseconds(created_at), parseMicroseconds(updated_at)]
  const shares = Array.from({ length: count - 1 }, (_, place) => open(place + 1).next()).sort((a, b) => a - b)
  const cuts = shares.map((share) => from + BigInt(Math.floor(Number(to - from) * share)))
  return [from, ...cuts, to]
}

/** Finds the time of each state. If there is not enough time, all of them were shorter. */
function placeStates(
  states: readonly RevisionStatus[],
  lengths: readonly bigint[],
  { from, to, isAtEnd }: { from: bigint; to: bigint; isAtEnd: boolean },
): RevisionRecord['history'] {
  const whole = lengths.reduce((sum, length) => sum + length, 0n)
  const room = to - from
  const start = isAtEnd && whole < room ? to - whole : from
  let passed = 0n
  return states.map((status, place) => {
    if (place > 0) passed += lengths[place - 1] as bigint
    const offset = whole > room ? (passed * room) / whole : passed
    return { status, at: formatMicroseconds(start + offset) }
  })
}

// An older revision was built from another commit or image.
function buildConfig(
  context: FactoryContext,
  { source_revision_config }: DeploymentRecord,
  open: OpenField,
): RevisionRecordInput['source_revision_config'] {
  const { repo_commit_sha, image_uri } = source_revision_config
  return {
    ...source_revision_config,
    repo_commit_sha: repo_commit_sha === null ? null : context.fake(open('repo_commit_sha')).git.commitSha(),
    image_uri: image_uri?.replace(/(?<=@sha256:)[\da-f]+$/, () => buildDigest(context, open('image_uri'))) ?? null,
  }
}

function buildDigest(context: FactoryContext, draw: Draw): string {
  return context.fake(draw).string.hexadecimal({ length: 64, casing: 'lower', prefix: '' })
}
