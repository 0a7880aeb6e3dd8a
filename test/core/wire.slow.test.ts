import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { presetValue } from '../../src/engine/define/assumptions/assumptions.ts'
import { errorWire, type validationErrorWire } from '../../src/fastapi/errors/error-body.ts'
import {
  createSimulator,
  type Deployment,
  type DeploymentCreation,
  type DeploymentPage,
  type DeploymentRecord,
  type ErrorBody,
  type OAuthProvider,
  type Repository,
  type RepositoryList,
  register,
  type Scenario,
  type Simulator,
  type ValidationError,
} from '../../src/index.ts'
import type { Preset } from '../../src/service/assumptions/presets.ts'
import { PRESETS } from '../../src/service/assumptions/presets.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { deploymentPageWire, deploymentWire } from '../../src/service/resources/deployments/wire.ts'
import { oauthProviderWire } from '../../src/service/resources/providers.ts'
import { repositoryListWire, type repositoryWire } from '../../src/service/resources/repositories/wire.ts'
import { scenarios } from '../../src/service/scenarios.ts'

/** The wire schemas of a preset. */
function wireOf(preset: Preset) {
  // The values of these assumptions are keys of the schema tables.
  const shape = presetValue(questions, register.recordShape, preset) as keyof typeof deploymentWire
  const idType = presetValue(questions, register.repositoryIdType, preset) as keyof typeof repositoryListWire
  return {
    deployment: deploymentWire[shape],
    page: deploymentPageWire[shape],
    repositories: repositoryListWire[idType].array,
    providers: oauthProviderWire[shape].array(),
    error: errorWire.fastapi,
  }
}

function createCalmSimulator({ latency, faults, chaos, ...calm }: Scenario, preset: Preset): Simulator {
  return createSimulator({ scenario: calm, preset, ...(calm.name === 'large' ? { deployments: 200 } : {}) })
}

const HEADERS = { 'x-api-key': 'any', 'content-type': 'application/json' }

async function send(simulator: Simulator, target: string, init?: RequestInit) {
  const response = await simulator.fetch(target, { ...init, headers: HEADERS })
  return { status: response.status, body: (await response.json()) as unknown }
}

// A strict schema rejects an extra field, and adds a missing one.
function expectExactly(schema: z.ZodType, body: unknown): void {
  expect(schema.parse(body)).toStrictEqual(body)
}

// A body that every preset accepts.
function creationOf({ db }: Simulator): DeploymentCreation {
  const repository = db.repositories.list().find(({ integration_id }) => /^[0-9a-f-]{36}$/.test(integration_id))
  const integration_id = repository?.integration_id ?? null
  return {
    name: 'brand-new',
    integration_id,
    source: 'github',
    source_config: { integration_id, repo_url: repository?.url ?? '', deployment_type: 'dev', build_on_push: false },
    source_revision_config: { repo_ref: repository?.default_branch ?? '', langgraph_config_path: 'new/langgraph.json' },
    secrets: [],
  }
}

for (const preset of PRESETS) {
  const wire = wireOf(preset)

  for (const scenario of scenarios) {
    const simulator = createCalmSimulator(scenario, preset)

    test(`the scenario ${scenario.name} responds with exactly the fields of the wire types, under the preset ${preset}`, async () => {
      expectExactly(wire.providers, (await send(simulator, '/v2/auth/providers')).body)
      for (const { id, kind } of simulator.db.integrations.list()) {
        const path = `/v1/integrations/${kind === 'standard' ? '' : 'forge/'}github/${encodeURIComponent(id)}/repos`
        const { status, body } = await send(simulator, path)
        expectExactly(status === 200 ? wire.repositories : wire.error, body)
      }
      for (const offset of [0, 100, 1e6]) {
        expectExactly(wire.page, (await send(simulator, `/v2/deployments?limit=100&offset=${offset}`)).body)
      }
    })

    test(`the scenario ${scenario.name} responds to a creation with a deployment, or with an error, under the preset ${preset}`, async () => {
      const init = { method: 'POST', body: JSON.stringify(creationOf(simulator)) }
      const { status, body } = await send(simulator, '/v2/deployments', init)
      // Without a repository, the real service misses an integration only after it has validated the body.
      const rejected = preset === 'spec' ? 422 : 400
      expect(status).toBe(scenario.name === 'empty' ? rejected : 201)
      expectExactly(status === 201 ? wire.deployment : wire.error, body)
    })
  }
}

const failures: readonly (readonly [what: string, target: string, init?: RequestInit])[] = [
  ['a list with invalid parameters', '/v2/deployments?limit=0&offset=x&deployment_type=y&remote_reconciled=z'],
  ['a creation without a body', '/v2/deployments', { method: 'POST' }],
  ['a creation that is not JSON', '/v2/deployments', { method: 'POST', body: '{' }],
  [
    'an invalid creation',
    '/v2/deployments',
    { method: 'POST', body: '{"source_config":{"listener_id":"x","resource_spec":[]}}' },
  ],
  ['another method', '/v2/deployments', { method: 'PATCH' }],
  ['an unknown integration', '/v1/integrations/github/unknown/repos'],
  ['an unknown path', '/v3'],
]

for (const errorBody of ['fastapi', 'problem', 'message'] as const) {
  test.for(failures)(`%s gets the envelope of the wire type with errorBody=${errorBody}`, async ([, target, init]) => {
    const simulator = createSimulator({ assumptions: { errorBody } })
    expectExactly(errorWire[errorBody], (await send(simulator, target, init)).body)
  })

  test(`a fault has the envelope of the wire type with errorBody=${errorBody}`, async () => {
    const simulator = createSimulator({ assumptions: { errorBody } })
    simulator.faults.add({ status: 503 })
    expectExactly(errorWire[errorBody], (await send(simulator, '/v2/deployments')).body)
  })
}

test.for(['resources', 'items'] as const)('a list of repositories can be wrapped as %s', async (repositoryEnvelope) => {
  const simulator = createSimulator({ assumptions: { repositoryEnvelope } })
  const [integration] = simulator.db.integrations.list()
  const { body } = await send(simulator, `/v1/integrations/github/${integration?.id}/repos`)
  expectExactly(repositoryListWire.string[repositoryEnvelope], body)
})

// `npm run typecheck` checks the following types.

test('the exported types are the output of the schemas that responses are validated with', () => {
  expectTypeOf<Deployment>().toEqualTypeOf<z.output<typeof deploymentWire.written>>()
  expectTypeOf<Deployment<'langsmith'>>().toEqualTypeOf<z.output<typeof deploymentWire.upstream>>()
  expectTypeOf<Deployment<'langsmith-next'>>().toEqualTypeOf<z.output<typeof deploymentWire.newer>>()
  expectTypeOf<OAuthProvider<'langsmith-next'>>().toEqualTypeOf<z.output<typeof oauthProviderWire.newer>>()
  expectTypeOf<DeploymentPage>().toEqualTypeOf<z.output<typeof deploymentPageWire.written>>()
  expectTypeOf<DeploymentPage<'langsmith'>>().toEqualTypeOf<z.output<typeof deploymentPageWire.upstream>>()
  expectTypeOf<Repository>().toEqualTypeOf<z.output<typeof repositoryWire.string>>()
  expectTypeOf<Repository<'langsmith'>>().toEqualTypeOf<z.output<typeof repositoryWire.integer>>()
  expectTypeOf<RepositoryList<'langsmith'>>().toEqualTypeOf<Repository<'langsmith'>[]>()
  expectTypeOf<OAuthProvider>().toEqualTypeOf<z.output<typeof oauthProviderWire.written>>()
  expectTypeOf<ValidationError>().toEqualTypeOf<z.output<typeof validationErrorWire>>()
  expectTypeOf<ErrorBody>().toEqualTypeOf<z.output<typeof errorWire.fastapi>>()
  expectTypeOf<ErrorBody<'problem'>>().toEqualTypeOf<z.output<typeof errorWire.problem>>()
  expectTypeOf<ErrorBody<'message'>>().toEqualTypeOf<z.output<typeof errorWire.message>>()
})

test('the exported types have exactly the fields of a preset', () => {
  type Hidden = 'status' | 'deployment_type' | 'remote_reconciled' | 'tag_value_ids' | 'source'
  expectTypeOf<Extract<keyof Deployment, Hidden>>().toBeNever()
  expectTypeOf<Extract<keyof DeploymentRecord, Hidden>>().toEqualTypeOf<Hidden>()
  // @ts-expect-error No response has a status under the preset `spec`.
  expectTypeOf<Deployment['status']>().toBeString()
  expectTypeOf<Deployment<'langsmith'>['status']>().toBeString()
  expectTypeOf<Extract<keyof Deployment<'langsmith'>, Hidden>>().toEqualTypeOf<'status' | 'source'>()
  expectTypeOf<Deployment['image_version']>().toEqualTypeOf<string | null>()
  expectTypeOf<Deployment['source_revision_config']>().toHaveProperty('graph_config_path')
  expectTypeOf<Deployment<'langsmith'>['source_revision_config']>().toHaveProperty('langgraph_config_path')
  expectTypeOf<Deployment<'langsmith'>['source_config']['deployment_type']>().toEqualTypeOf<
    'dev_free' | 'dev' | 'prod' | 'serverless' | 'dedicated'
  >()
})

test('the exported types differ between presets', () => {
  expectTypeOf<Repository['id']>().toBeString()
  expectTypeOf<Repository<'langsmith'>['id']>().toBeNumber()
  expectTypeOf<Deployment<Preset>>().toEqualTypeOf<
    Deployment | Deployment<'langsmith'> | Deployment<'langsmith-next'>
  >()
})
