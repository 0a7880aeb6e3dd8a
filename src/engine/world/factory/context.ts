// What all factories of a world share.

import { createShuffleBags, type Draw, type DrawFromBag, openDraw } from '../../store/random.ts'
import { createDrawnFaker, type Faker } from './faker.ts'

/** What the free-form objects of generated records contain. */
export type FreeFormContent = 'typical' | 'empty' | 'nested'

/** What a world's factories need to know. */
export interface FactorySettings {
  seed: number
  /** The ids of the organization and the workspace. Default: generated ones. */
  organizationId?: string | undefined
  tenantId?: string | undefined
  /** The present of the world, in microseconds since the Unix epoch. */
  now: bigint
  /** The status values that exist, at least one. */
  statuses: readonly string[]
  /** Whether deployments may have fields without a value. */
  allowNull: boolean
  freeForm: FreeFormContent
}

export interface FactoryContext extends FactorySettings {
  /** The organization that the providers belong to, and the workspace of the deployments. */
  organizationId: string
  tenantId: string
  /** The ids of the tag values that deployments can have. */
  tagValueIds: readonly string[]
  /** The statuses of deployments. The common ones are repeated. */
  statusBag: readonly string[]
  /** Draws an item from a named shuffle bag. */
  drawFromBag: DrawFromBag
  /** Opens the stream for a field of a record. */
  open(kind: string, index: number, field: string): Draw
  /** Returns a Faker that draws from a stream. All calls share it, so use it before the next call. */
  fake(draw: Draw): Faker
}

const TAG_VALUES = 8

/** Creates the context that all factories of a world share. */
export function createFactoryContext(settings: FactorySettings): FactoryContext {
  const open = (kind: string, index: number, field: string) => openDraw(settings.seed, kind, index, field)
  return {
    ...settings,
    organizationId: settings.organizationId ?? open('organization', 0, 'id').uuid(),
    tenantId: settings.tenantId ?? open('tenant', 0, 'id').uuid(),
    tagValueIds: Object.freeze(Array.from({ length: TAG_VALUES }, (_, index) => open('tag-value', index, 'id').uuid())),
    statusBag: buildStatusBag(settings.statuses),
    drawFromBag: createShuffleBags(settings.seed),
    open,
    fake: createDrawnFaker(),
  }
}

// In a realistic world most deployments are READY. If that status does not exist, the first one is the
// most common.
function buildStatusBag(statuses: readonly string[]): string[] {
  const main = statuses.includes('READY') ? 'READY' : statuses[0]
  return statuses.flatMap((status) => Array<string>(status === main ? 12 : 2).fill(status))
}
