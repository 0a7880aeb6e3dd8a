/** The smallest document that holds the page as an example, for servers that answer from documents. */
export function buildOpenApiDocument(page) {
  const content = { 'application/json': { schema: { type: 'object' }, example: page } }
  const get = { operationId: 'listDeployments', responses: { 200: { description: 'A page.', content } } }
  return {
    openapi: '3.0.3',
    info: { title: 'Deployments', version: '1' },
    paths: { '/v2/deployments': { get } },
  }
}
