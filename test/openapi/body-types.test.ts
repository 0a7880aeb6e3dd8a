import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import type { ServiceDocument } from '../support/service-document.ts'

const read = async (options?: Parameters<typeof createSimulator>[0]) =>
  (await createSimulator({ scenario: 'empty', ...options }).openapi()) as ServiceDocument

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const TYPES = [
  ['DeploymentCreateRequest', 'name', { type: 'string' }],
  ['DeploymentCreateRequest', 'secrets', { type: 'array', items: refer('Secret') }],
  ['SourceConfigRequest', 'integration_id', { type: ['string', 'null'], format: 'uuid' }],
  ['SourceConfigRequest', 'build_on_push', { type: ['boolean', 'null'] }],
  ['SourceConfigRequest', 'listener_config', { anyOf: [refer('ListenerConfig'), { type: 'null' }] }],
  ['ResourceSpecInput', 'cpu', { type: ['number', 'null'], minimum: 0.1, maximum: 8 }],
  ['ResourceSpecInput', 'min_scale', { type: ['integer', 'null'] }],
  ['ResourceSpecInput', 'labels', { type: ['object', 'null'], additionalProperties: { type: 'string' } }],
  ['VolumeInput', 'configMap', { type: ['object', 'null'], additionalProperties: true }],
  ['LogsRequest', 'start_time', { type: ['string', 'null'], format: 'date-time' }],
  ['LogsRequest', 'order', { type: 'string', enum: ['asc', 'desc'] }],
  ['LogsRequest', 'limit', { type: 'integer', minimum: 1, maximum: 1000 }],
  ['AuthAuthenticateRequest', 'force_new', { type: 'boolean' }],
  ['AuthAuthenticateRequest', 'scopes', { type: 'array', items: { type: 'string' } }],
] as const

test('the document describes the types of the fields of bodies', async () => {
  const { components } = await read({ preset: 'langsmith' })
  const typeOf = (name: string, field: string) => {
    const { properties } = components.schemas[name] as { properties: Record<string, object> }
    const { 'x-basis': _basis, ...type } = properties[field] as { 'x-basis'?: string }
    return type
  }
  expect(TYPES.map(([name, field]) => [name, field, typeOf(name, field)])).toEqual(TYPES)
})

test.for([
  ['resources', ['resources']],
  ['items', ['items', 'next_cursor']],
] as const)(
  'the object around a list of repositories, %s, requires its fields',
  async ([repositoryEnvelope, fields]) => {
    const { paths } = await read({ assumptions: { repositoryEnvelope } })
    const operation = paths['/v1/integrations/github/{integration_id}/repos']?.get
    expect(operation?.responses[200]?.content?.['application/json']?.schema).toMatchObject({ required: fields })
  },
)
