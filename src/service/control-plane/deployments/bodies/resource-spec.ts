// The resources of a deployment in request bodies.

import { type Model, map, optional, text, type Value } from '../../../../engine/define/operation/body-value.ts'
import { modelOfSchema } from '../../../../fastapi/bodies/model-of-schema.ts'
import { containerSchema, volumeMountSchema, volumeSchema } from '../../../resources/deployments/container.ts'
import type { DeploymentRecord } from '../../../resources/deployments/deployment.ts'
import {
  databaseAmounts,
  platformAmounts,
  podSchema,
  secretNameSchema,
} from '../../../resources/deployments/resource-spec.ts'
import { container, localObjectReference, volume, volumeMount } from './containers.ts'

const pod = modelOfSchema(podSchema, {
  fields: { labels: optional(map(text())), annotations: optional(map(text())) },
  models: [
    [secretNameSchema, localObjectReference],
    [volumeSchema, volume],
    [volumeMountSchema, volumeMount],
    [containerSchema, container],
  ],
})

/** `ResourceSpec` of the service. It has the database at the end. */
export const resourceSpec: Model<NonNullable<DeploymentRecord['source_config']['resource_spec']>> = {
  name: 'ResourceSpec',
  fields: { ...optionalAmounts(platformAmounts), ...pod.fields, ...optionalAmounts(databaseAmounts) },
}

function optionalAmounts(amounts: Readonly<Record<string, Value<number>>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, optional(amount)]))
}
