import { NoRoomError, OptionError } from '../option-error.ts'
import { toJsonMicroseconds } from '../records/timestamp.ts'
import type { WorldClock } from './clock.ts'
import type { Collections } from './collections.ts'
import type { Transition } from './world-plan.ts'

/** What becomes of deployments as time goes by. */
export interface Lifecycle {
  /** Gives a deployment another status after some milliseconds, unless somebody gives it one before. */
  schedule(id: string, change: { from: string; to: string }, milliseconds: number): void
  /** What is still to come. */
  list(): readonly Transition[]
}

/**
 * Creates the lifecycle of a world.
 *
 * @param start when the world began, in microseconds since the Unix epoch
 */
export function createLifecycle(
  deployments: Collections['deployments'],
  clock: WorldClock,
  start: bigint,
  transitions: readonly Transition[] = [],
): Lifecycle {
  const coming = new Set<Transition>()

  const come = (transition: Transition): void => {
    const { id, from, to } = transition
    coming.delete(transition)
    const deployment = deployments.get(id)
    if (deployment?.status !== from) return
    // A deployment that is ready has run its first revision.
    const active = to === 'READY' ? { active_revision_id: deployment.latest_revision_id } : {}
    updateIfItFits(() => deployments.update(id, { status: to, ...active }))
  }
  const add = (transition: Transition): void => {
    coming.add(transition)
    clock.at(start + BigInt(transition.due), () => come(transition))
  }
  const lost = transitions.find(({ id }) => deployments.get(id) === undefined)
  if (lost !== undefined) {
    throw new OptionError(`Failed to build the world: changes.transitions: there is no deployment "${lost.id}".`)
  }
  for (const transition of transitions) add(transition)

  return {
    // What became of a deployment otherwise comes no more.
    list: () => [...coming].filter(({ id, from }) => deployments.get(id)?.status === from),
    schedule(id, change, milliseconds) {
      const due = clock.microseconds() - start + BigInt(milliseconds) * 1000n
      add({ id, ...change, due: toJsonMicroseconds(due) })
    },
  }
}

// Nobody is there to be told that memory is short; the deployment stays as it is.
function updateIfItFits(update: () => unknown): void {
  try {
    update()
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error
  }
}
