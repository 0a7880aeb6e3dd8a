import { initContainerFixtures, sidecarFixtures } from '../../../../../fixtures/containers.ts'
import type { FactoryContext } from '../../../../engine/define/factory/context.ts'
import type { Draw } from '../../../../engine/store/random.ts'
import type { Container, Volume, VolumeMount } from '../container.ts'
import type { ResourceSpec } from '../resource-spec.ts'
import { buildFreeForm } from './build-free-form.ts'

type PodFields = Pick<ResourceSpec, 'volumes' | 'volume_mounts' | 'init_containers' | 'sidecars'>
type ContainerFixture = (typeof sidecarFixtures)[number] | (typeof initContainerFixtures)[number]

const VOLUME_SOURCES = ['emptyDir', 'configMap', 'secret', 'persistentVolumeClaim', 'projected', 'csi'] as const
const ALL_VOLUME_SOURCES = [...VOLUME_SOURCES, 'nfs', 'downwardAPI'] as const

/**
 * Builds the volumes and the containers beside a deployment's main container. Every mount refers to one
 * of these volumes.
 */
export function buildPodFields(context: FactoryContext, draw: Draw): PodFields {
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
