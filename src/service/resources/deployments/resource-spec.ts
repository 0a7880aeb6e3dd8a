// Section 2.6 of the contract.

import * as z from 'zod'
import { freeFormSchema } from '../../../engine/input/schemas/free-form.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import { containerSchema, volumeMountSchema, volumeSchema } from './container.ts'

const amount = optional(z.number())

/** The resources of the platform that a deployment may use (contract section 2.6). */
export const resourceSpecSchema = z.strictObject({
  min_scale: amount,
  max_scale: amount,
  cpu: amount,
  cpu_limit: amount,
  memory_mb: amount,
  memory_limit_mb: amount,
  queue_min_scale: amount,
  queue_max_scale: amount,
  queue_cpu: amount,
  queue_cpu_limit: amount,
  queue_memory_mb: amount,
  queue_memory_limit_mb: amount,
  orchestrator_cpu: amount,
  orchestrator_cpu_limit: amount,
  orchestrator_memory_mb: amount,
  orchestrator_memory_limit_mb: amount,
  orchestrator_min_scale: amount,
  orchestrator_max_scale: amount,
  executor_cpu: amount,
  executor_cpu_limit: amount,
  executor_memory_mb: amount,
  executor_memory_limit_mb: amount,
  redis_cpu: amount,
  redis_cpu_limit: amount,
  redis_memory_mb: amount,
  redis_memory_limit_mb: amount,
  db_cpu: amount,
  db_cpu_limit: amount,
  db_memory_mb: amount,
  db_memory_limit_mb: amount,
  db_storage_gi: amount,
  db_max_connections: amount,
  labels: optional(freeFormSchema),
  annotations: optional(freeFormSchema),
  service_account_name: optional(z.string()),
  image_pull_secrets: optional(z.array(z.strictObject({ name: z.string() }))),
  volumes: optional(z.array(volumeSchema)),
  volume_mounts: optional(z.array(volumeMountSchema)),
  init_containers: optional(z.array(containerSchema)),
  sidecars: optional(z.array(containerSchema)),
})

export type ResourceSpec = z.input<typeof resourceSpecSchema>
