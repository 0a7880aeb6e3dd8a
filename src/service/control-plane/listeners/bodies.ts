// The bodies of requests that create and change listeners.

import { choice, defineModel, list, nested, optional, text } from '../../../engine/define/operation/body-value.ts'

/** `ListenerComputeConfig` of the service. */
const listenerComputeConfig = defineModel('ListenerComputeConfig', {
  k8s_namespaces: optional(list(text())),
})

/** `ListenerCreateRequest` of the service. */
export const listenerCreateRequest = defineModel('ListenerCreateRequest', {
  version: optional(text()),
  compute_type: choice(['k8s']),
  compute_id: text(),
  compute_config: nested(listenerComputeConfig),
})

/** `ListenerPatchRequest` of the service. */
export const listenerPatchRequest = defineModel('ListenerPatchRequest', {
  version: optional(text()),
  compute_config: optional(nested(listenerComputeConfig)),
})
