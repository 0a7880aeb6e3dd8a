// Section 2.6 of the contract.

import * as z from 'zod'
import { integer, number, type Value } from '../../../engine/contract/operation/value.ts'
import { freeFormSchema } from '../../../engine/input/schemas/free-form.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import type { KindsOf } from '../text-kinds.ts'

/** A volume (contract section 2.7): a name and one of the sources. The service does not require a name. */
export const volumeSchema = z.strictObject({
  name: optional(z.string()),
  configMap: optional(freeFormSchema),
  secret: optional(freeFormSchema),
  emptyDir: optional(freeFormSchema),
  persistentVolumeClaim: optional(freeFormSchema),
  nfs: optional(freeFormSchema),
  projected: optional(freeFormSchema),
  downwardAPI: optional(freeFormSchema),
  csi: optional(freeFormSchema),
})

/** Where a volume is mounted in a container (contract section 2.8). */
export const volumeMountSchema = z.strictObject({
  name: optional(z.string()),
  mountPath: optional(z.string()),
  subPath: optional(z.string()),
  mountPropagation: optional(z.string()),
  readOnly: optional(z.boolean()),
  subPathExpr: optional(z.string()),
})

export const environmentVariableSchema = z.strictObject({
  name: z.string(),
  value: optional(z.string()),
  valueFrom: optional(freeFormSchema),
})

export const containerResourcesSchema = z.strictObject({
  limits: optional(freeFormSchema),
  requests: optional(freeFormSchema),
})

/** An init container or a sidecar (contract section 2.9). */
export const containerSchema = z.strictObject({
  name: z.string(),
  image: z.string(),
  imagePullPolicy: optional(z.string()),
  command: optional(z.array(z.string())),
  args: optional(z.array(z.string())),
  workingDir: optional(z.string()),
  env: optional(z.array(environmentVariableSchema)),
  envFrom: optional(z.array(freeFormSchema)),
  resources: optional(containerResourcesSchema),
  volumeMounts: optional(z.array(volumeMountSchema)),
  securityContext: optional(freeFormSchema),
  restartPolicy: optional(z.string()),
})

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

const volumeMountKinds: KindsOf<z.output<typeof volumeMountSchema>> = {
  name: 'name',
  mountPath: 'path',
  subPath: 'path',
  mountPropagation: { words: ['None', 'HostToContainer', 'Bidirectional'] },
  subPathExpr: 'path',
}

const containerKinds: KindsOf<z.output<typeof containerSchema>> = {
  name: 'name',
  image: 'image',
  imagePullPolicy: { words: ['Always', 'IfNotPresent', 'Never'] },
  command: 'command',
  args: 'command',
  workingDir: 'path',
  env: { name: 'variable', value: 'environment', valueFrom: 'freeForm' },
  envFrom: 'freeForm',
  resources: { limits: 'freeForm', requests: 'freeForm' },
  volumeMounts: volumeMountKinds,
  securityContext: 'freeForm',
  restartPolicy: { words: ['Always', 'OnFailure', 'Never'] },
}

/** What the texts in it are. */
export const resourceSpecKinds: KindsOf<z.output<typeof resourceSpecSchema>> = {
  labels: 'freeForm',
  annotations: 'freeForm',
  service_account_name: 'name',
  image_pull_secrets: { name: 'name' },
  volumes: {
    name: 'name',
    configMap: 'freeForm',
    secret: 'freeForm',
    emptyDir: 'freeForm',
    persistentVolumeClaim: 'freeForm',
    nfs: 'freeForm',
    projected: 'freeForm',
    downwardAPI: 'freeForm',
    csi: 'freeForm',
  },
  volume_mounts: volumeMountKinds,
  init_containers: containerKinds,
  sidecars: containerKinds,
}

// The database takes every number.
function storedAmounts<Name extends string>(amounts: Readonly<Record<Name, Value<number>>>) {
  const amount = optional(z.number())
  const stored = Object.keys(amounts).map((name) => [name, amount])
  return Object.fromEntries(stored) as { [Key in Name]: typeof amount }
}

export type Volume = z.input<typeof volumeSchema>

export type VolumeMount = z.input<typeof volumeMountSchema>

export type Container = z.input<typeof containerSchema>
