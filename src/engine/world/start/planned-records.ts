import type { AnyResource } from '../../define/resource/resource.ts'
import type { WorldPlan } from './world-plan.ts'

/** Returns the part of a plan that describes the initial records of a resource. The plan's schema has parsed it. */
export function readPlan({ plan: { field, fallback } }: AnyResource, plan: WorldPlan): unknown {
  return Reflect.get(plan, field) ?? fallback
}

export function countInitial(resource: AnyResource, plan: WorldPlan): number {
  return resource.plan.count(readPlan(resource, plan))
}

/** Counts all initial records. */
export function countAll(resources: readonly AnyResource[], plan: WorldPlan): number {
  return resources.reduce((sum, resource) => sum + countInitial(resource, plan), 0)
}
