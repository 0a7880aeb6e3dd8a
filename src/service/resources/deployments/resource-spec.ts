// Section 2.6 of the contract.

import * as z from 'zod'
import { integer, number, type Value } from '../../../engine/contract/operation/value.ts'
import { freeFormSchema } from '../../../engine/input/schemas/free-form.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import { containerSchema, volumeMountSchema, volumeSchema } from './container.ts'

/** The amounts that a deployment may use, each with its rule in bodies. */
export const platformAmounts = {
  min_scale: integer(),
  max_scale: integer(),
  cpu: number({ minimum: 0.1, maximum: 8 }),
  cpu_limit: number({ minimum: 0.1, maximum: 16 }),
  memory_mb: integer(),
  memory_limit_mb: integer(),
  queue_min_scale: integer(),
  queue_max_scale: integer(),
  queue_cpu: number({ minimum: 0.1, maximum: 8 }),
  queue_cpu_limit: number({ minimum: 0.1, maximum: 16 }),
  queue_memory_mb: integer(),
  queue_memory_limit_mb: integer(),
  orchestrator_cpu: number(),
  orchestrator_cpu_limit: number(),
  orchestrator_memory_mb: integer(),
  orchestrator_memory_limit_mb: integer(),
  orchestrator_min_scale: integer(),
  orchestrator_max_scale: integer(),
  executor_cpu: number(),
  executor_cpu_limit: number(),
  executor_memory_mb: integer(),
  executor_memory_limit_mb: integer(),
  redis_cpu: number({ minimum: 0.1, maximum: 8 }),
  redis_cpu_limit: number({ minimum: 0.1, maximum: 16 }),
  redis_memory_mb: integer(),
  redis_memory_limit_mb: integer(),
} as const

export const databaseAmounts = {
  db_cpu: number(),
  db_cpu_limit: number(),
  db_memory_mb: integer(),
  db_memory_limit_mb: integer(),
  db_storage_gi: integer(),
  db_max_connections: integer(),
} as const

export const secretNameSchema = z.strictObject({ name: z.string() })

export const podSchema = z.strictObject({
  labels: optional(freeFormSchema),
  annotations: optional(freeFormSchema),
  service_account_name: optional(z.string()),
  image_pull_secrets: optional(z.array(secretNameSchema)),
  volumes: optional(z.array(volumeSchema)),
  volume_mounts: optional(z.array(volumeMountSchema)),
  init_containers: optional(z.array(containerSchema)),
  sidecars: optional(z.array(containerSchema)),
})

/** The resources of the platform that a deployment may use (contract section 2.6). */
export const resourceSpecSchema = z.strictObject({
  ...storedAmounts(platformAmounts),
  ...storedAmounts(databaseAmounts),
  ...podSchema.shape,
})

export type ResourceSpec = z.input<typeof resourceSpecSchema>

// The database takes every number.
function storedAmounts<Name extends string>(amounts: Readonly<Record<Name, Value<number>>>) {
  const amount = optional(z.number())
  const stored = Object.keys(amounts).map((name) => [name, amount])
  return Object.fromEntries(stored) as { [Key in Name]: typeof amount }
}
