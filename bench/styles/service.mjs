// A service that answers by a plan: each thing that the contract leaves open is one member of it.

export const FILTERS = ['name_contains', 'status', 'tag_value_ids', 'image_version', 'deployment_ids']
const KNOWN = ['limit', 'offset', 'remote_reconciled', 'deployment_type', ...FILTERS]
const NUMBERS = [
  ...['min_scale', 'max_scale', 'cpu', 'cpu_limit', 'memory_mb', 'memory_limit_mb'].flatMap((name) => [
    name,
    `queue_${name}`,
    `orchestrator_${name}`,
  ]),
  ...['cpu', 'cpu_limit', 'memory_mb', 'memory_limit_mb'].flatMap((name) => [
    `executor_${name}`,
    `redis_${name}`,
    `db_${name}`,
  ]),
  'db_storage_gi',
  'db_max_connections',
]
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An error of the service. `issues` are those of a request that is invalid. */
export class Refusal extends Error {
  constructor(status, message, { code = 'error', issues, headers = {} } = {}) {
    super(message)
    Object.assign(this, { status, code, issues, headers })
  }
}

/** Answers one request, given as method, path, raw query and headers. */
export function answer(plan, world, request) {
  try {
    return respond(plan, world, request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const written = plan.writeError(error, request)
    const headers = { ...written.headers, ...error.headers, ...plan.cors(request) }
    return { status: written.status ?? error.status, headers, body: written.body }
  }
}

function respond(plan, world, request) {
  if (request.url.length > plan.longestUrl) throw new Refusal(414, 'URI Too Long')
  const route = findRoute(plan, request.path)
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
    const preflight = plan.preflight(request)
    if (preflight !== undefined) return preflight
  }
  const bare = request.path.replace(/\/$/, '')
  if (route === undefined && bare !== request.path && bare !== '') {
    const found = findRoute(plan, bare)
    if (found !== undefined)
      return plan.slash(found.operation, () => respond(plan, world, { ...request, path: bare }), request)
  }
  if (route === undefined) plan.nowhere?.()
  if (route === undefined) throw new Refusal(404, 'Not Found', { code: 'not_found' })
  if (request.method !== 'GET' && !(request.method === 'HEAD' && plan.head(route.operation))) {
    return plan.wrongMethod(route.operation, request)
  }
  plan.authenticate(request, route.operation)
  const query = parseQuery(request.query).map(([name, value]) => [plan.nameOf(name), value])
  const { body, status = 200 } = OPERATIONS[route.operation](plan, world, query, route)
  const headers = { 'content-type': plan.jsonType, ...plan.cors(request) }
  return { status, headers, body: JSON.stringify(body) }
}

const OPERATIONS = {
  listProviders(plan, world, query) {
    refuseUnknown(plan, query, [], 'listProviders')
    return {
      body: plan.orderProviders(world.providers).map((provider) => plan.editProvider(writeProvider(plan, provider))),
    }
  },
  listRepositories: (plan, world, query, route) => listRepositories(plan, world, query, route, 'github'),
  listForgeRepositories: (plan, world, query, route) => listRepositories(plan, world, query, route, 'forge'),
  listDeployments(plan, world, query) {
    const read = readQuery(plan, query)
    const [, ids] = query.find(([name]) => name === 'deployment_ids') ?? []
    const listed = plan.orderDeployments(world.deployments.filter((deployment) => matches(deployment, read)))
    const found = ids === undefined ? listed : plan.orderAsked(listed, ids.split(','))
    const { limit, offset } = read
    const page = plan.slice(found, limit, offset)
    const next = plan.nextOffset({ limit, offset, returned: page.length, total: found.length })
    const resources = page.map((deployment, at) =>
      plan.editDeployment(writeDeployment(plan, deployment), deployment, at),
    )
    return { body: plan.editPage({ resources, offset: next }, found.length) }
  },
}

function listRepositories(plan, world, query, { operation, id }, kind) {
  refuseUnknown(plan, query, [], operation)
  if (!plan.isIntegrationId(id, operation))
    throw invalid(plan, operation, issue('uuid', ['path', 'integration_id'], id))
  const integration = world.integrations.find((one) => one.id === id)
  if (integration === undefined || integration.kind !== kind) {
    const list = plan.unknownIntegration(operation, integration !== undefined)
    return { body: plan.wrap(list, operation) }
  }
  const found = plan.orderRepositories(world.repositories.filter(({ integration: owner }) => owner === id))
  return {
    body: plan.wrap(
      found.map((repository) => plan.writeRepository(repository, operation)),
      operation,
    ),
  }
}

function readQuery(plan, query) {
  refuseUnknown(plan, query, KNOWN, 'listDeployments')
  const issues = []
  const values = pickValues(plan, query, issues)
  const read = {
    limit: readNumber(plan, values, {
      name: 'limit',
      usual: plan.defaultLimit,
      least: 1,
      most: plan.largestLimit,
      issues,
    }),
    offset: readNumber(plan, values, { name: 'offset', usual: 0, least: 0, most: Infinity, issues }),
    tests: [
      ...readChoices(plan, values, issues),
      ...FILTERS.flatMap((name) => readText(plan, name, values[name], issues)),
    ],
  }
  if (issues.length > 0) throw invalid(plan, 'listDeployments', ...issues)
  return read
}

function pickValues(plan, query, issues) {
  const values = {}
  for (const name of KNOWN) {
    const given = query.filter(([key]) => key === name).map(([, value]) => value)
    if (given.length === 0) continue
    const value = given.length === 1 ? given[0] : plan.repeated(name, given)
    if (value === undefined) issues.push(issue('repeated', ['query', name], given.join(',')))
    else if (!plan.isNull(value, name)) values[name] = value
  }
  return values
}

function readNumber(plan, values, { name, usual, least, most, issues }) {
  if (values[name] === undefined) return usual
  const number = plan.integer(values[name], name)
  if (number === undefined) issues.push(issue('int', ['query', name], values[name]))
  else if (number < least) issues.push(issue('least', ['query', name], values[name], least))
  else if (number > most && !plan.clamp) issues.push(issue('most', ['query', name], values[name], most))
  return Math.min(number ?? usual, most)
}

function* readChoices(plan, { remote_reconciled, deployment_type }, issues) {
  const flag = remote_reconciled === undefined ? null : plan.boolean(remote_reconciled)
  if (flag === undefined) issues.push(issue('bool', ['query', 'remote_reconciled'], remote_reconciled))
  else if (flag !== null) yield (deployment) => deployment.isReconciled === flag
  if (deployment_type === undefined) return
  const type = plan.type(deployment_type)
  if (type === undefined) issues.push(issue('enum', ['query', 'deployment_type'], deployment_type))
  else yield (deployment) => deployment.type === type
}

function readText(plan, name, value, issues) {
  if (value === undefined) return []
  if (value !== '' && !(name.endsWith('_ids') && /^[, ]+$/.test(value))) return [readFilter(plan, name, value, issues)]
  const meaning = plan.empty(name)
  if (meaning === 'invalid') issues.push(issue('empty', ['query', name], value))
  if (meaning === 'nothing') return [() => name === 'name_contains']
  return meaning === 'never' ? [() => false] : []
}

function readFilter(plan, name, value, issues) {
  if (name === 'name_contains') return (deployment) => plan.nameMatches(deployment.name, value, deployment)
  if (name === 'image_version') return (deployment) => plan.versionMatches(deployment.version, value)
  if (name === 'status') {
    const status = plan.status(value)
    if (status === undefined) issues.push(issue('status', ['query', name], value))
    return (deployment) => status === null || [status].flat().includes(deployment.status)
  }
  const ids = value
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const known = ids.map((id) => plan.id(id, name))
  if (known.includes('invalid')) issues.push(issue('uuid', ['query', name], value))
  if (known.includes('none')) return () => false
  const wanted = known.filter((id) => id !== undefined)
  if (name === 'deployment_ids') return ({ id }) => wanted.includes(id)
  return ({ tags }) => plan.tagsMatch(tags, wanted)
}

const matches = (deployment, { tests }) => tests.every((test) => test(deployment))

function refuseUnknown(plan, query, known, operation) {
  const unknown = query.map(([name]) => name).filter((name) => !known.includes(name))
  const refused = unknown.filter((name) => plan.refusesParameter(name, operation))
  if (refused.length > 0) throw invalid(plan, operation, ...refused.map((name) => issue('extra', ['query', name], '')))
}

function writeProvider(plan, provider) {
  return plan.withoutNothing(
    {
      id: provider.id,
      organization_id: provider.organization,
      provider_id: provider.provider,
      name: provider.name,
      client_id: provider.client,
      auth_url: `https://login.test/${provider.provider}/authorize`,
      token_url: `https://login.test/${provider.provider}/token`,
      uses_pkce: provider.type === 'oauth',
      code_challenge_method: provider.type === 'oauth' ? 'S256' : null,
      created_at: plan.writeTime(provider.created, 'created_at', 'providers'),
      updated_at: plan.writeTime(provider.updated, 'updated_at', 'providers'),
      provider_type: provider.type ?? null,
      mcp_server_url: null,
      token_endpoint_auth_method: 'client_secret_post',
      is_dynamic_client: false,
    },
    ['provider_type', 'mcp_server_url'],
  )
}

function writeDeployment(plan, deployment) {
  const { repository, spec } = deployment
  const source = plan.withoutNothing({
    integration_id: repository?.integration ?? null,
    repo_url: repository?.url ?? null,
    build_on_push: repository === undefined ? null : deployment.order % 2 === 0,
    custom_url: deployment.url ?? null,
    resource_spec: spec === undefined ? null : writeSpec(plan, spec),
    listener_id: deployment.listener ?? null,
    listener_config: deployment.namespace === undefined ? null : { k8s_namespace: deployment.namespace },
    install_command: repository === undefined ? null : 'npm ci',
    build_command: null,
  })
  const revision = plan.withoutNothing({
    repo_ref: repository?.branch ?? null,
    graph_config_path: repository === undefined ? null : 'langgraph.json',
    image_uri: deployment.image ?? null,
    source_tarball_path: null,
    repo_commit_sha: repository === undefined ? null : deployment.revision.replaceAll('-', '').padEnd(40, '0'),
  })
  return plan.withoutNothing(
    {
      id: deployment.id,
      tenant_id: deployment.tenant,
      name: deployment.name,
      source_config: source,
      source_revision_config: revision,
      secrets: deployment.secrets.map(({ name, value }) => ({ name, value: plan.writeSecret(value) })),
      secret_references: deployment.references ?? null,
      created_at: plan.writeTime(deployment.created, 'created_at', 'deployments'),
      updated_at: plan.writeTime(deployment.updated, 'updated_at', 'deployments'),
      latest_revision_id: deployment.revision,
      active_revision_id: deployment.active ? deployment.revision : null,
      image_version: deployment.version ?? null,
    },
    undefined,
    deployment,
  )
}

function writeSpec(plan, { cpu, memory }) {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, name.includes('cpu') ? cpu : null]))
  return plan.withoutNothing({
    ...numbers,
    memory_mb: memory,
    labels: { app: 'web' },
    annotations: {},
    service_account_name: null,
    image_pull_secrets: [{ name: 'pull' }],
    volumes: null,
    volume_mounts: null,
    init_containers: null,
    sidecars: null,
  })
}

function findRoute(plan, path) {
  if (path === `${plan.base}/v2/auth/providers`) return { operation: 'listProviders' }
  if (path === `${plan.base}/v2/deployments`) return { operation: 'listDeployments' }
  for (const [operation, template] of Object.entries(plan.paths)) {
    const [before, after] = template.split('{id}')
    const full = `${plan.base}${before}`
    if (!path.startsWith(full) || !path.endsWith(after)) continue
    const id = path.slice(full.length, path.length - after.length)
    if (id !== '' && !id.includes('/')) return { operation, id: decodeURIComponent(id) }
  }
  return undefined
}

export const parseQuery = (text) => [...new URLSearchParams(text)]

const issue = (kind, place, input, limit) => ({ kind, place, input, limit })

function invalid(plan, operation, ...issues) {
  return new Refusal(plan.invalidStatus(operation, issues[0]), 'The request is invalid', {
    code: 'invalid_request',
    issues,
  })
}

/** Reads any spelling of a UUID, or nothing. */
export function readUuid(text) {
  const hex = text
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1')
    .replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(hex)) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const isUuid = (text) => UUID.test(text)
