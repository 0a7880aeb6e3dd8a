// The ids of a seeded deployment's latest and active revisions.

import { uuidSchema } from '../../../../engine/input/schemas/uuid.ts'
import type { FactoryContext } from '../../building.ts'
import type { PartialDeploymentRecord } from '../deployment.ts'

/** The ids of the latest revision of a deployment, and of the one that runs. */
export interface RevisionIds {
  readonly latest: string | null
  readonly active: string | null
}

/** The kind of record that `index` numbers. */
interface Numbered {
  readonly kind: string
  readonly index: number
}

export function drawRevisionIds(
  context: FactoryContext,
  { kind, index }: Numbered,
  status: string,
): RevisionIds & { latest: string } {
  const open = (field: string) => context.open(kind, index, field)
  const latest = open('latest_revision_id').uuid()
  const hasRun = status !== 'AWAITING_DATABASE'
  if (context.allowNull && !hasRun) return { latest, active: null }
  return { latest, active: isBehind(context, { kind, index }) ? open('active_revision_id').uuid() : latest }
}

/** Whether the latest revision of a deployment is not the one that runs, although one runs. */
export function isBehind(context: FactoryContext, { kind, index }: Numbered): boolean {
  return context.open(kind, index, 'is_behind').chance(0.15)
}

/** Returns the ids of a deployment's revisions without building the deployment. */
export function findRevisionIds(
  context: FactoryContext,
  plan: Numbered & { readonly fields?: PartialDeploymentRecord },
  status: string,
): RevisionIds {
  const drawn = drawRevisionIds(context, plan, status)
  const { latest_revision_id: latest, active_revision_id: active } = plan.fields ?? {}
  const choose = (id: string | null | undefined, own: string | null) => {
    if (id === undefined) return own
    return id === null ? null : uuidSchema.parse(id)
  }
  return { latest: choose(latest, drawn.latest), active: choose(active, drawn.active) }
}
