/**
 * An OpenAPI document that contains the page as an example, with the usual parameters and schema,
 * for servers that respond from documents.
 */
export function buildOpenApiDocument(page) {
  const content = { 'application/json': { schema: pageSchema, example: page } }
  const get = { operationId: 'listDeployments', parameters, responses: { 200: { description: 'A page.', content } } }
  return {
    openapi: '3.0.3',
    info: { title: 'Deployments', version: '1' },
    paths: { '/v2/deployments': { get } },
  }
}

const inQuery = (name, schema) => ({ name, in: 'query', schema })

const parameters = [
  inQuery('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
  inQuery('offset', { type: 'integer', minimum: 0, default: 0 }),
  inQuery('name_contains', { type: 'string' }),
]

const deploymentSchema = {
  type: 'object',
  required: ['id', 'tenant_id', 'name', 'created_at', 'updated_at'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    tenant_id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    source_config: { type: 'object' },
    source_revision_config: { type: 'object' },
    created_at: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time' },
    image_version: { type: 'string', nullable: true },
  },
}

const pageSchema = {
  type: 'object',
  required: ['resources', 'offset'],
  properties: {
    resources: { type: 'array', items: deploymentSchema },
    offset: { type: 'integer' },
  },
}
