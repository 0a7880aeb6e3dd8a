import { expectTypeOf, test } from 'vitest'
import type {
  Deployment,
  DeploymentCreation,
  DeploymentPage,
  DeploymentStatus,
  ErrorBody,
  OAuthProvider,
  Repository,
  RepositoryList,
  ValidationError,
} from '../../src/index.ts'

test('a deployment has the fields of the contract', () => {
  expectTypeOf<Deployment>().toEqualTypeOf<Deployment<'spec'>>()
  expectTypeOf<keyof Deployment>().toEqualTypeOf<
    | 'id'
    | 'tenant_id'
    | 'name'
    | 'source_config'
    | 'source_revision_config'
    | 'secrets'
    | 'secret_references'
    | 'created_at'
    | 'updated_at'
    | 'latest_revision_id'
    | 'active_revision_id'
    | 'image_version'
  >()
  expectTypeOf<Deployment['name']>().toEqualTypeOf<string>()
  expectTypeOf<Deployment['image_version']>().toEqualTypeOf<string | null>()
  expectTypeOf<Deployment['source_config']['repo_url']>().toEqualTypeOf<string | null>()
  expectTypeOf<Deployment['source_revision_config']['graph_config_path']>().toEqualTypeOf<string | null>()
  expectTypeOf<Deployment['secrets'][number]>().toEqualTypeOf<{ name: string; value: string }>()
})

test('a deployment of langsmith has three more fields, and another name for one', () => {
  type Upstream = Deployment<'langsmith'>
  expectTypeOf<Exclude<keyof Upstream, keyof Deployment>>().toEqualTypeOf<'status' | 'source'>()
  expectTypeOf<Upstream['status']>().toEqualTypeOf<DeploymentStatus>()
  expectTypeOf<Upstream['source']>().toEqualTypeOf<
    'github' | 'external_docker' | 'internal_docker' | 'internal_source'
  >()
  expectTypeOf<Upstream['source_config']['deployment_type']>().toEqualTypeOf<
    'dev_free' | 'dev' | 'prod' | 'serverless' | 'dedicated'
  >()
  expectTypeOf<Upstream['source_revision_config']['langgraph_config_path']>().toEqualTypeOf<string | null>()
  // @ts-expect-error only the contract has this name
  expectTypeOf<Upstream['source_revision_config']['graph_config_path']>()
})

test('a deployment of langsmith-next also has what newer clients read', () => {
  type Newer = Deployment<'langsmith-next'>
  type Changed = 'name' | 'source' | 'source_config' | 'source_revision_config'
  expectTypeOf<Newer>().toExtend<Omit<Deployment<'langsmith'>, Changed>>()
  expectTypeOf<Newer['name']>().toEqualTypeOf<string | null>()
  expectTypeOf<Newer['display_name']>().toEqualTypeOf<string | null>()
  expectTypeOf<Newer['source']>().toEqualTypeOf<Deployment<'langsmith'>['source'] | 'internal_template'>()
  expectTypeOf<Newer['agent']>().toEqualTypeOf<{ agent_id: string; environment: string } | null>()
  expectTypeOf<Newer['source_config']['repo_branch']>().toEqualTypeOf<string | null>()
  expectTypeOf<Newer['source_config']['deployment_type']>().toEqualTypeOf<
    'dev_free' | 'dev' | 'prod' | 'dev_zero' | 'dev_free_zero' | 'serverless' | 'dedicated'
  >()
  expectTypeOf<Newer['source_revision_config']['tracked_packages']>().toEqualTypeOf<string[] | null>()
  // @ts-expect-error
  expectTypeOf<Deployment<'langsmith'>['display_name']>()
})

test('a deployment of the contract does not have what only langsmith sends', () => {
  // @ts-expect-error
  expectTypeOf<Deployment['status']>()
  // @ts-expect-error
  expectTypeOf<Deployment['source']>()
  // @ts-expect-error
  expectTypeOf<Deployment['source_config']['deployment_type']>()
  // @ts-expect-error there is no such preset
  expectTypeOf<Deployment<'real'>>()
})

test('a page contains deployments and the next offset', () => {
  expectTypeOf<DeploymentPage>().toEqualTypeOf<{ resources: Deployment[]; offset: number }>()
  expectTypeOf<DeploymentPage<'langsmith'>>().toEqualTypeOf<{ resources: Deployment<'langsmith'>[]; offset: number }>()
  // @ts-expect-error a page has no total
  expectTypeOf<DeploymentPage['total']>()
})

test('the id of a repository is text, and a number in langsmith', () => {
  interface Fields {
    host_integration_id: string
    name: string
    owner: string
    url: string
    default_branch: string
  }
  expectTypeOf<Repository>().branded.toEqualTypeOf<Fields & { id: string }>()
  expectTypeOf<Repository<'langsmith'>>().branded.toEqualTypeOf<Fields & { id: number }>()
  expectTypeOf<RepositoryList>().toEqualTypeOf<Repository[]>()
  expectTypeOf<RepositoryList<'langsmith'>>().toEqualTypeOf<Repository<'langsmith'>[]>()
})

test('an OAuth provider has one more field in langsmith-next', () => {
  expectTypeOf<OAuthProvider['uses_pkce']>().toEqualTypeOf<boolean>()
  expectTypeOf<OAuthProvider['code_challenge_method']>().toEqualTypeOf<string | null>()
  expectTypeOf<OAuthProvider['provider_type']>().toEqualTypeOf<string | null>()
  expectTypeOf<OAuthProvider<'langsmith'>>().toEqualTypeOf<OAuthProvider>()
  expectTypeOf<OAuthProvider<'langsmith-next'>['allowed_redirect_uris']>().toEqualTypeOf<string[]>()
  // @ts-expect-error
  expectTypeOf<OAuthProvider['allowed_redirect_uris']>()
})

test('the body of an error depends on the assumption errorBody', () => {
  expectTypeOf<ErrorBody>().toEqualTypeOf<{ detail: string | ValidationError[] }>()
  expectTypeOf<ErrorBody<'fastapi'>>().toEqualTypeOf<ErrorBody>()
  expectTypeOf<ErrorBody<'message'>>().toEqualTypeOf<{ error: { code: string; message: string } }>()
  expectTypeOf<ErrorBody<'problem'>['title']>().toEqualTypeOf<string>()
  expectTypeOf<ErrorBody<'problem'>['errors']>().toEqualTypeOf<{ location: string; detail: string }[] | undefined>()
  expectTypeOf<ValidationError['loc']>().toEqualTypeOf<(string | number)[]>()
  // @ts-expect-error only a problem has a title
  expectTypeOf<ErrorBody['title']>()
  // @ts-expect-error there is no such style
  expectTypeOf<ErrorBody<'html'>>()
})

test('the body of a creation needs its two configurations', () => {
  expectTypeOf<{
    source_config: { integration_id: string; repo_url: string }
    source_revision_config: { repo_ref: string }
  }>().toExtend<DeploymentCreation>()
  expectTypeOf<{ name: string }>().not.toExtend<DeploymentCreation>()
})

test('a body that the real service takes needs no cast', () => {
  const body: DeploymentCreation<'langsmith'> = {
    name: 'checkout',
    source: 'github',
    source_config: { integration_id: '', repo_url: '', resource_spec: { cpu: 1 } },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [{ name: 'KEY', value: '' }],
  }
  expectTypeOf(body.source_config.build_on_push).toEqualTypeOf<boolean | null | undefined>()
  expectTypeOf<{ name: string }>().not.toExtend<DeploymentCreation<'langsmith'>>()
  // @ts-expect-error the name is a text
  body satisfies { name: number }
  // @ts-expect-error there is no such source
  body.source = 'elsewhere'
})
