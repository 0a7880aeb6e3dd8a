// The resources of a deployment, and what runs beside it.

import { initContainerFixtures, sidecarFixtures } from '../../../../../fixtures/containers.ts'
import { type FreeFormName, freeFormFixtures, nestedFreeForm } from '../../../../../fixtures/free-form.ts'
import type { FreeForm } from '../../../../engine/input/schemas/free-form.ts'
import type { Draw } from '../../../../engine/store/random.ts'
import type { FactoryContext } from '../../building.ts'
import { type DeploymentType, kindOfType } from '../deployment.ts'
import type { Container, ResourceSpec, Volume, VolumeMount } from '../resource-spec.ts'

interface Size {
  scale: readonly [min: number, max: number]
  cpus: readonly number[]
  memories: readonly number[]
}

const PRODUCTION: Size = { scale: [1, 10], cpus: [1, 1.5, 2, 4], memories: [2048, 4096, 8192] }

// The real service accepts 0.1 to 8 CPUs for a component. Its limit is twice that by default, and only
// production deployments can scale out.
const sizes: Record<DeploymentType, Size> = {
  dev_free: { scale: [1, 1], cpus: [0.2, 0.5], memories: [512] },
  dev: { scale: [1, 1], cpus: [0.5, 1], memories: [1024] },
  dev_free_zero: { scale: [0, 1], cpus: [0.2, 0.5], memories: [512] },
  dev_zero: { scale: [0, 1], cpus: [0.5, 1], memories: [1024] },
  prod: PRODUCTION,
  serverless: { scale: [1, 1], cpus: [0.5, 1], memories: [1024] },
  dedicated: PRODUCTION,
}

/** Builds a resource spec that a platform would accept for a deployment of the given type. */
export function buildResourceSpec(
  context: FactoryContext,
  open: (field: string) => Draw,
  deployment: { name: string; deployment_type: DeploymentType },
): ResourceSpec {
  const draw = open('resource_spec')
  const size = sizes[deployment.deployment_type]
  const whole = !context.allowNull
  const isProduction = kindOfType(deployment.deployment_type) === 'DEDICATED'
  const minScale = isProduction ? draw.integer(1, 3) : size.scale[0]

  return {
    min_scale: minScale,
    max_scale: isProduction ? draw.integer(minScale, size.scale[1]) : size.scale[1],
    ...buildComponent('', draw, size),
    ...((whole || (isProduction && draw.chance(0.4))) && buildQueue(draw, size)),
    ...(whole && buildUnusedComponents()),
    ...((whole || draw.chance(0.5)) && buildStores(draw, isProduction)),
    ...((whole || draw.chance(0.5)) && buildPlacement(context, open, deployment.name)),
    ...((whole || draw.chance(0.25)) && buildPodFields(context, draw)),
  }
}

function buildComponent(prefix: string, draw: Draw, size: Size): ResourceSpec {
  const cpu = draw.pick(size.cpus)
  const memory = draw.pick(size.memories)
  return {
    [`${prefix}cpu`]: cpu,
    [`${prefix}cpu_limit`]: cpu * 2,
    [`${prefix}memory_mb`]: memory,
    [`${prefix}memory_limit_mb`]: memory * 2,
  }
}

function buildQueue(draw: Draw, size: Size): ResourceSpec {
  const minScale = draw.integer(1, 2)
  return {
    queue_min_scale: minScale,
    queue_max_scale: draw.integer(minScale, 5),
    ...buildComponent('queue_', draw, size),
  }
}

// The real service reserves these fields. They have values only if every field must have one.
function buildUnusedComponents(): ResourceSpec {
  return {
    orchestrator_cpu: 0.5,
    orchestrator_cpu_limit: 1,
    orchestrator_memory_mb: 512,
    orchestrator_memory_limit_mb: 1024,
    orchestrator_min_scale: 1,
    orchestrator_max_scale: 1,
    executor_cpu: 0.5,
    executor_cpu_limit: 1,
    executor_memory_mb: 512,
    executor_memory_limit_mb: 1024,
  }
}

function buildStores(draw: Draw, isProduction: boolean): ResourceSpec {
  return {
    redis_cpu: 0.5,
    redis_cpu_limit: 1,
    redis_memory_mb: 1024,
    redis_memory_limit_mb: 1024,
    db_cpu: isProduction ? 2 : 0.5,
    db_cpu_limit: isProduction ? 4 : 1,
    db_memory_mb: isProduction ? 8192 : 1024,
    db_memory_limit_mb: isProduction ? 16384 : 2048,
    db_storage_gi: isProduction ? draw.pick([50, 100, 250]) : 10,
    db_max_connections: isProduction ? 500 : 100,
  }
}

function buildPlacement(context: FactoryContext, open: (field: string) => Draw, name: string): ResourceSpec {
  const version = context.fake(open('label_version')).system.semver()
  const owner = context.fake(open('owner')).internet.email({ provider: 'example.com' }).toLowerCase()
  const change = context.fake(open('change')).git.commitMessage()
  return {
    labels: buildFreeForm(context, 'labels', { 'app.kubernetes.io/name': name, 'app.kubernetes.io/version': version }),
    annotations: buildFreeForm(context, 'annotations', {
      'deployments.example/owner': owner,
      'deployments.example/change': change,
    }),
    service_account_name: 'agent-runtime',
    image_pull_secrets: [{ name: 'registry-credentials' }],
  }
}

type ContainerFixture = (typeof sidecarFixtures)[number] | (typeof initContainerFixtures)[number]

const VOLUME_SOURCES = ['emptyDir', 'configMap', 'secret', 'persistentVolumeClaim', 'projected', 'csi'] as const
const ALL_VOLUME_SOURCES = [...VOLUME_SOURCES, 'nfs', 'downwardAPI'] as const

/** Builds the volumes and the containers beside the main container. Every mount refers to one of these volumes. */
function buildPodFields(context: FactoryContext, draw: Draw): ResourceSpec {
  const sidecar = draw.pick(sidecarFixtures)
  const initContainer = draw.pick(initContainerFixtures)
  const mounts = [buildMount(context, 'data', '/data'), buildMount(context, sidecar.name, sidecar.mountPath)]
  const hasInitContainer = !context.allowNull || draw.chance(0.5)

  return {
    volumes: [
      buildVolume(context, 'data', draw.pick(VOLUME_SOURCES)),
      buildVolume(context, sidecar.name, 'configMap'),
      ...(hasInitContainer ? [buildVolume(context, initContainer.name, 'emptyDir')] : []),
    ],
    volume_mounts: mounts.slice(0, 1),
    init_containers: hasInitContainer
      ? [buildContainer(context, initContainer, buildMount(context, initContainer.name, initContainer.mountPath))]
      : null,
    sidecars: [buildContainer(context, sidecar, mounts[1] as VolumeMount)],
  }
}

function buildVolume(context: FactoryContext, name: string, source: (typeof VOLUME_SOURCES)[number]): Volume {
  const sources = context.allowNull ? [source] : ALL_VOLUME_SOURCES
  return { name, ...Object.fromEntries(sources.map((each) => [each, buildFreeForm(context, each)])) }
}

function buildMount(context: FactoryContext, name: string, mountPath: string): VolumeMount {
  const mount: VolumeMount = { name, mountPath, readOnly: name !== 'data' }
  if (context.allowNull) return mount
  return { ...mount, subPath: name, mountPropagation: 'None', subPathExpr: '$(POD_NAME)' }
}

function buildContainer(context: FactoryContext, fixture: ContainerFixture, mount: VolumeMount): Container {
  const container: Container = {
    name: fixture.name,
    image: fixture.image,
    imagePullPolicy: 'IfNotPresent',
    args: [...fixture.args],
    env: [
      buildVariable(context, { name: 'LOG_LEVEL', value: 'info' }),
      buildVariable(context, { name: 'POD_NAME', valueFrom: buildFreeForm(context, 'valueFrom') }),
    ],
    resources: { limits: buildFreeForm(context, 'limits'), requests: buildFreeForm(context, 'requests') },
    volumeMounts: [mount],
    securityContext: buildFreeForm(context, 'securityContext'),
  }
  if (context.allowNull) return container
  return {
    ...container,
    command: [`/${fixture.name}`],
    workingDir: '/',
    envFrom: [buildFreeForm(context, 'envFrom')],
    restartPolicy: 'Always',
  }
}

type Variable = NonNullable<Container['env']>[number]

function buildVariable(context: FactoryContext, variable: Variable): Variable {
  if (context.allowNull) return variable
  return { value: '', valueFrom: buildFreeForm(context, 'valueFrom'), ...variable }
}

/** Builds the content of a free-form object according to the assumption `freeFormObjects`. */
function buildFreeForm(context: FactoryContext, name: FreeFormName, more: Record<string, string> = {}): FreeForm {
  if (context.freeForm === 'empty') return {}
  return context.freeForm === 'nested' ? nestedFreeForm : { ...freeFormFixtures[name], ...more }
}
