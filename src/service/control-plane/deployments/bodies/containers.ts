// Volumes and containers in request bodies.

import {
  boolean,
  defineModel,
  list,
  map,
  nested,
  optional,
  text,
  withDefault,
} from '../../../../engine/define/body-value.ts'

/** `LocalObjectReference` of the service. */
export const localObjectReference = defineModel('LocalObjectReference', {
  name: text(),
})

/** `Volume` of the service. */
export const volume = defineModel('Volume', {
  name: withDefault(text(), null),
  configMap: optional(map()),
  secret: optional(map()),
  emptyDir: optional(map()),
  persistentVolumeClaim: optional(map()),
  nfs: optional(map()),
  projected: optional(map()),
  downwardAPI: optional(map()),
  csi: optional(map()),
})

/** `VolumeMount` of the service. */
export const volumeMount = defineModel('VolumeMount', {
  name: withDefault(text(), null),
  mountPath: withDefault(text(), null),
  subPath: optional(text()),
  mountPropagation: optional(text()),
  readOnly: optional(boolean()),
  subPathExpr: optional(text()),
})

/** `EnvVar` of the service. */
const envVar = defineModel('EnvVar', {
  name: text(),
  value: optional(text()),
  valueFrom: optional(map()),
})

/** `ResourceRequirements` of the service. */
const resourceRequirements = defineModel('ResourceRequirements', {
  limits: optional(map(text())),
  requests: optional(map(text())),
})

/** `Container` of the service. */
export const container = defineModel('Container', {
  name: text(),
  image: text(),
  imagePullPolicy: optional(text()),
  command: optional(list(text())),
  args: optional(list(text())),
  workingDir: optional(text()),
  env: optional(list(nested(envVar))),
  envFrom: optional(list(map())),
  resources: optional(nested(resourceRequirements)),
  volumeMounts: optional(list(nested(volumeMount))),
  securityContext: optional(map()),
  restartPolicy: optional(text()),
})
