// Volumes and containers in request bodies.

import { map, optional, text, withDefault } from '../../../../engine/define/operation/body-value.ts'
import { modelOfSchema } from '../../../../fastapi/bodies/model-of-schema.ts'
import {
  containerResourcesSchema,
  containerSchema,
  environmentVariableSchema,
  volumeMountSchema,
  volumeSchema,
} from '../../../resources/deployments/container.ts'
import { secretNameSchema } from '../../../resources/deployments/resource-spec.ts'

/** `LocalObjectReference` of the service. */
export const localObjectReference = modelOfSchema(secretNameSchema, { name: 'LocalObjectReference' })

// These can be absent, but not null.
const absentText = withDefault(text(), null)

/** `Volume` of the service. */
export const volume = modelOfSchema(volumeSchema, { name: 'Volume', fields: { name: absentText } })

/** `VolumeMount` of the service. */
export const volumeMount = modelOfSchema(volumeMountSchema, {
  name: 'VolumeMount',
  fields: { name: absentText, mountPath: absentText },
})

/** `EnvVar` of the service. */
const envVar = modelOfSchema(environmentVariableSchema, { name: 'EnvVar' })

/** `ResourceRequirements` of the service. */
const resourceRequirements = modelOfSchema(containerResourcesSchema, {
  name: 'ResourceRequirements',
  fields: { limits: optional(map(text())), requests: optional(map(text())) },
})

/** `Container` of the service. */
export const container = modelOfSchema(containerSchema, {
  name: 'Container',
  models: [
    [environmentVariableSchema, envVar],
    [containerResourcesSchema, resourceRequirements],
    [volumeMountSchema, volumeMount],
  ],
})
