import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { showPath } from '../../../engine/input/text/quote.ts'
import { onDemand } from '../../../engine/limits/on-demand.ts'
import { type Format, parseSource } from '../../../entries/files/read/source.ts'
import { listSchemaWords } from '../forms/told-name.ts'
import { RECORDED, recorded } from '../records/sources.ts'
import type { Guard } from './guard.ts'

type Path = readonly (string | number)[]

// It is the same in every file, and the first field of JSON.
const SCHEMA = '$schema'

interface LeakRules {
  readonly guard: Guard
  readonly allowed: ReadonlySet<string>
}

/**
 * Reads the text of a file, and looks for text of the input in its values, numbers included, and in the names of
 * its fields, except those that are known. Returns the path of the first field that contains one.
 */
export async function findLeak(
  text: string,
  format: Format,
  { guard, allowed }: LeakRules,
): Promise<string | undefined> {
  const source = await parseSource(text, format)
  // What cannot be read cannot be checked.
  if (!('value' in source)) return 'the file'
  const reveals = createMemory((each) => guard.reveals(each, allowed))
  const path = search(source.value, [], reveals)
  return path === undefined ? undefined : showPath(path)
}

// Many texts are the same, such as the names of fields.
function createMemory(decide: (text: string) => boolean): (text: string) => boolean {
  const decided = new Map<string, boolean>()
  return (text) => {
    const known = decided.get(text) ?? decide(text)
    decided.set(text, known)
    return known
  }
}

function search(value: unknown, path: Path, reveals: (text: string) => boolean): Path | undefined {
  if (typeof value === 'string' || typeof value === 'number') return reveals(String(value)) ? path : undefined
  if (Array.isArray(value)) return searchEntries(value.entries(), path, reveals)
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value).filter(([name]) => path.length > 0 || name !== SCHEMA)
  // The name itself would be shown with the path of the field.
  return entries.some(([name]) => !isKnownName(name) && reveals(name)) ? path : searchEntries(entries, path, reveals)
}

function searchEntries(
  entries: Iterable<readonly [string | number, unknown]>,
  path: Path,
  reveals: (text: string) => boolean,
): Path | undefined {
  for (const [step, child] of entries) {
    const found = search(child, [...path, step], reveals)
    if (found !== undefined) return found
  }
  return undefined
}

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
