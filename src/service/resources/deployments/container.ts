// Sections 2.7 to 2.9 of the contract.

import * as z from 'zod'
import { freeFormSchema } from '../../../engine/input/schemas/free-form.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'

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

export type Volume = z.input<typeof volumeSchema>
export type VolumeMount = z.input<typeof volumeMountSchema>
export type Container = z.input<typeof containerSchema>
