/** A Mockoon environment with one bucket of deployments and a CRUD route for it. */
export function buildMockoonEnvironment(records) {
  const [environment, route, response, bucket] = [1, 2, 3, 4].map(toUuid)
  return {
    uuid: environment,
    lastMigration: 33,
    name: 'Deployments',
    endpointPrefix: '',
    latency: 0,
    port: 3000,
    hostname: '127.0.0.1',
    folders: [],
    routes: [buildRoute(route, buildResponse(response, 'depl'))],
    rootChildren: [{ type: 'route', uuid: route }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '', passphrase: '' },
    cors: true,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [{ uuid: bucket, id: 'depl', name: 'deployments', documentation: '', value: JSON.stringify(records) }],
    callbacks: [],
  }
}

const toUuid = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function buildRoute(uuid, response) {
  return {
    uuid,
    type: 'crud',
    documentation: '',
    method: '',
    endpoint: 'deployments',
    responses: [response],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  }
}

function buildResponse(uuid, databucketID) {
  return {
    uuid,
    body: '{}',
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [],
    bodyType: 'DATABUCKET',
    filePath: '',
    databucketID,
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  }
}
