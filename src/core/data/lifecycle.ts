import { NoRoomError, OptionError } from '../option-error.ts'
import { toJsonMicroseconds } from '../records/timestamp.ts'
import type { WorldClock } from './clock.ts'
import type { Collections } from './collections.ts'
import type { Transition } from './world-plan.ts'

/** The scheduled status changes of deployments. */
export interface Lifecycle {
  /** Changes the status of a deployment after some milliseconds, unless it was changed before. */
  schedule(id: string, change: { from: string; to: string }, milliseconds: number): void
  /** The transitions that are still pending. */
  list(): readonly Transition[]
}

/**
 * Creates the lifecycle of a world.
 *
 * @param start the start of the world, in microseconds since the Unix epoch
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
    // A deployment that is ready has an active revision.
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
    // A transition is void if the deployment was deleted or its status was changed.
    list: () => [...coming].filter(({ id, from }) => deployments.get(id)?.status === from),
    schedule(id, change, milliseconds) {
      const due = clock.microseconds() - start + BigInt(milliseconds) * 1000n
      add({ id, ...change, due: toJsonMicroseconds(due) })
    },
  }
}

// If the memory is full, there is no caller to report it to. The deployment stays unchanged.
function updateIfItFits(update: () => unknown): void {
  try {
    update()
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error
  }
}
