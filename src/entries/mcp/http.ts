// Serves MCP over HTTP, to agents that join a running server.

import type { McpServer } from '@modelcontextprotocol/server'
import { createFetch } from '../../engine/adapters/fetch.ts'
import type { Gate } from '../../engine/adapters/gate.ts'
import type { ServiceRequest, ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { buildRefusal } from '../../engine/control/shared/control-failure.ts'
import { buildBody, decodeBody, NO_BODY } from '../../engine/http/body.ts'
import { parseJson, STRICT } from '../../engine/input/json/parse-json.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { pairHeaders } from '../../engine/journal/header-list.ts'
import { type AgentOptions, createAgent, isWorldName, nameWorld } from './agent.ts'
import { MOST } from './arguments.ts'
import { connectToAny } from './connect-to-any.ts'
import type { Sdk } from './sdk.ts'
import { createMcpServer } from './server.ts'

export interface EndpointOptions {
  /** The service. It handles requests of agents without asking whether they are allowed. */
  readonly gate: Gate
  readVersion(): string
  /** Loads the SDK, which may be missing. */
  loadSdk(): Promise<Sdk>
}

const SESSION_ID = 'mcp-session-id'
const REVISION = 'io.modelcontextprotocol/protocolVersion'
// What agents send is short. The SDK and the schemas of the tools read all of it at once.
const MOST_BYTES = 1024 * 1024

/**
 * Creates what answers the requests to the endpoint. Somebody else has checked that they are allowed. It keeps nothing:
 * the id of an MCP session is the name of one of the simulator, and so is the handle of a world.
 */
export function createMcpEndpoint({ gate, ...options }: EndpointOptions) {
  return async (request: ServiceRequest): Promise<ServiceResponse> => {
    const { message, refusal } = readMessage(request)
    if (refusal !== undefined) return refusal
    const own = findOwnSession(request, message, gate)
    if (own?.isMade && !isWorldName(own.name))
      return buildAgentRefusal(404, 'the session is unknown. Send "initialize" first.')
    return answerAgent(request, message, { ...options, gate, own })
  }
}

/** Answers a message of an agent. */
async function answerAgent(
  request: ServiceRequest,
  message: unknown,
  { gate, own, readVersion, loadSdk }: EndpointOptions & Pick<AgentOptions, 'own'>,
): Promise<ServiceResponse> {
  const { origin, basePath } = request.address()
  const fetch = createFetch(gate, { origin, path: basePath })
  const agent = createAgent({ simulator: connectToAny(origin + basePath, { fetch }), fetch, own })
  if (request.method === 'DELETE' && own?.isMade) {
    await agent.leave()
    return { status: 204, headers: {}, body: NO_BODY }
  }
  const sdk = await loadSdk().catch((error: Error) => error)
  if (sdk instanceof Error) return buildRefusal({ status: 501, message: sdk.message })
  const response = await respond(request, message, () => createMcpServer(sdk, agent, readVersion()), sdk)
  if (!own?.isMade || !isHandshake(message)) return response
  return { ...response, headers: { ...response.headers, [SESSION_ID]: own.name } }
}

/** Reads the message in a request, or says why not. It is undefined if there is none, as the SDK then says. */
function readMessage({ method, body }: ServiceRequest): { message?: unknown; refusal?: ServiceResponse } {
  const refuseWith = (status: number, reason: string) => ({ refusal: buildAgentRefusal(status, reason) })
  if (!['POST', 'GET', 'DELETE'].includes(method)) return refuseWith(405, `the method is ${method}. Use POST.`)
  if (body.length > MOST_BYTES) return refuseWith(413, `the body has more than ${MOST_BYTES} bytes. Send less.`)
  const parsed = parseJson(decodeBody(body), STRICT, MOST)
  if ('tooMany' in parsed) {
    const place = parsed.tooMany === 'names' ? 'an object in it has' : 'it contains'
    return refuseWith(413, `${place} more than ${MOST[parsed.tooMany]} ${parsed.tooMany}. Send less.`)
  }
  if (!('value' in parsed)) return {}
  if (Array.isArray(parsed.value)) return refuseWith(400, 'it is a list of messages. Send one after the other.')
  return { message: parsed.value }
}

function buildAgentRefusal(status: number, reason: string): ServiceResponse {
  return buildRefusal({ status, message: `Failed to answer the agent: ${reason}` })
}

function isHandshake(message: unknown): boolean {
  return isRecord(message) && message.method === 'initialize'
}

/** Finds the session of an agent that gives no handle: one that its request names, or that of its MCP session. */
function findOwnSession(request: ServiceRequest, message: unknown, gate: Gate): AgentOptions['own'] {
  const { name } = gate.locate(request)
  if (name !== undefined) return { name, isMade: false }
  // Since 2026, the protocol has no sessions, and an id of one means nothing.
  if (namesRevision(message)) return undefined
  const id = isHandshake(message) ? nameWorld() : request.header(SESSION_ID)
  return id === undefined ? undefined : { name: id, isMade: true }
}

function namesRevision(message: unknown): boolean {
  const { params } = isRecord(message) ? message : {}
  const { _meta: meta } = isRecord(params) ? params : {}
  return isRecord(meta) && REVISION in meta
}

async function respond(
  { method, address, path, rawHeaders = [], body, onGone }: ServiceRequest,
  message: unknown,
  create: () => Promise<McpServer>,
  { createMcpHandler }: Sdk,
): Promise<ServiceResponse> {
  const gone = new AbortController()
  const stopWatching = onGone?.(() => gone.abort())
  const handler = createMcpHandler(create, {
    // Nothing stays open.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  })
  const { origin, basePath } = address()
  const request = new Request(origin + basePath + path, {
    method,
    headers: pairHeaders(rawHeaders).filter(([name]) => !OF_CONNECTION.test(name)),
    ...(method === 'POST' && { body: new Uint8Array(body) }),
    signal: gone.signal,
  })
  try {
    const response = await handler.fetch(request, message === undefined ? {} : { parsedBody: message })
    const body = buildBody([new Uint8Array(await response.arrayBuffer())])
    return { status: response.status, headers: Object.fromEntries(response.headers), body }
  } finally {
    stopWatching?.()
    await handler.close()
  }
}

// What concerns the connection is not for the request of this process.
const OF_CONNECTION = /^(connection|keep-alive|transfer-encoding|content-length|upgrade|host|expect)$/i
