// The names of fields that say nothing about a service, because the contract or Kubernetes has them.

import { onDemand } from '../../engine/limits/on-demand.ts'
import { RECORDED, recorded } from '../records/sources.ts'
import { listSchemaWords } from './allowed-words.ts'

const OF_SPECS = `
  add allowPrivilegeEscalation appArmorProfile audience capabilities claimName clusterTrustBundle configMap
  configMapKeyRef configMapRef containerName csi defaultMode divisor downwardAPI driver drop emptyDir
  expirationSeconds fieldPath fieldRef fsGroup fsGroupChangePolicy fsType gmsaCredentialSpec gmsaCredentialSpecName
  hostProcess items key level localhostProfile medium mode name nodePublishSecretRef optional path prefix privileged
  procMount readOnly readOnlyRootFilesystem resource resourceFieldRef role runAsGroup runAsNonRoot runAsUser
  runAsUserName seccompProfile seLinuxOptions secret secretKeyRef secretName secretRef server serviceAccountToken
  signerName sizeLimit sources supplementalGroups sysctls type user volumeAttributes windowsOptions
  cpu memory storage ephemeral-storage hugepages-2Mi hugepages-1Gi pods nvidia.com/gpu amd.com/gpu`

const OF_LABELS = `
  app.kubernetes.io/component app.kubernetes.io/created-by app.kubernetes.io/instance app.kubernetes.io/managed-by
  app.kubernetes.io/name app.kubernetes.io/part-of app.kubernetes.io/version helm.sh/chart
  batch.kubernetes.io/job-name beta.kubernetes.io/arch beta.kubernetes.io/os
  cluster-autoscaler.kubernetes.io/safe-to-evict controller-revision-hash controller-uid
  deployment.kubernetes.io/revision job-name k8s-app karpenter.sh/do-not-disrupt kubectl.kubernetes.io/default-container
  kubectl.kubernetes.io/last-applied-configuration kubectl.kubernetes.io/restartedAt kubernetes.io/arch
  kubernetes.io/change-cause kubernetes.io/config.hash kubernetes.io/description kubernetes.io/hostname
  kubernetes.io/ingress.class kubernetes.io/metadata.name kubernetes.io/os kubernetes.io/psp
  node-role.kubernetes.io/control-plane node.kubernetes.io/instance-type pod-template-generation pod-template-hash
  pod-security.kubernetes.io/enforce prometheus.io/path prometheus.io/port prometheus.io/scheme prometheus.io/scrape
  seccomp.security.alpha.kubernetes.io/pod service.kubernetes.io/headless sidecar.istio.io/inject
  statefulset.kubernetes.io/pod-name topology.kubernetes.io/region topology.kubernetes.io/zone linkerd.io/inject`

const list = onDemand(() => {
  const ofContract = RECORDED.flatMap((name) => listSchemaWords(recorded[name].schema))
  return new Set([...ofContract, ...`${OF_SPECS} ${OF_LABELS}`.trim().split(/\s+/)])
})

/** Whether the name of a field may stay. It has to be one of them as a whole. */
export function isKnownName(name: string): boolean {
  return list().has(name)
}
