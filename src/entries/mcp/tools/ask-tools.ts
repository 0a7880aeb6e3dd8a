// Tools that send a request, and that explain a response.

import * as z from 'zod'
import { SECOND } from '../../../engine/input/options/written-duration.ts'
import { writtenDuration } from '../../../engine/input/schemas/duration-schema.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import type { DetailedEntry, GetRequestOptions, JournalEntry } from '../../client/index.ts'
import { ControlError } from '../../client/transport/control-error.ts'
import type { About } from '../about.ts'
import type { AgentWorld } from '../agent.ts'
import { findReasons } from '../text/reasons.ts'
import { explainRequest } from '../text/requests.ts'
import { defineTool, optional, requestNumber, type ToolOf } from './tool.ts'

// How many newer requests there may be until the one that was sent is found.
const MOST_NEWER = 100

const requestShapeOf = ({ query, credential }: About) => ({
  method: z
    .string()
    .regex(/^[A-Za-z]{1,20}$/, 'It must be a method such as GET')
    .default('GET'),
  path: z
    .string()
    .max(10_000)
    .regex(/^\/[^?#\s]*$/, 'It must start with "/" and must not contain a query; use "query" for that'),
  query: z
    .string()
    .max(10_000)
    .regex(/^(?!\?)[^#]*$/, 'It must not begin with "?", and must have %23 in place of "#"')
    .default('')
    .describe(`The part after the question mark${query === '' ? '' : `, such as ${query}`}.`),
  headers: z
    .record(z.string().max(200), z.string().max(10_000))
    .default({})
    .describe(credential === undefined ? 'By their names.' : `Such as ${credential}, which some presets require.`),
  body: optional(z.unknown(), 'JSON; a text is sent as it is.'),
  seconds: writtenDuration(z.number().min(0.01).max(60), SECOND)
    .default(10)
    .describe('How long to wait for the response: a number of seconds, or text such as 500ms.'),
})
type AskedRequest = z.output<z.ZodObject<ReturnType<typeof requestShapeOf>>>

const ask: ToolOf = (about) =>
  defineTool({
    name: 'ask',
    description:
      'Sends a request as a client does, and explains the response. Says which operation it was, what each filter removed, which faults applied, and on how many assumptions it depends; names what was mistyped. The request log keeps the request. Use it to try what the code under test will get.',
    isReadOnly: false,
    input: requestShapeOf(about),
    async run(world, input) {
      const { simulator } = world
      const request = buildRequest(simulator.url, input, about.path)
      const [last] = await simulator.requests.list({ limit: 1 })
      const { failure, status } = await send(world, request, input.seconds)
      const entry = await findSent(world, input, last?.id ?? 0)
      if (entry === undefined)
        return `${failure ?? `The response has the status ${status}`}, and the request log does not have the request.`
      const explained = explainRequest(entry, await findReasons(simulator, entry), about)
      return failure === undefined ? explained : `${failure}.\n${explained}`
    },
  })

/** Builds a request. @throws ControlError if no client can send it, or if it does not go to the service in the session */
function buildRequest(base: string, { method, path, query, headers, body }: AskedRequest, example: string): Request {
  const target = `${base}${path}${query === '' ? '' : `?${query}`}`
  const isJson = body !== undefined && typeof body !== 'string'
  try {
    const request = new Request(target, {
      ...{ method: method.toUpperCase(), headers, redirect: 'manual' },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    })
    if (isJson && !new Headers(headers).has('content-type')) request.headers.set('content-type', 'application/json')
    assertService(base, request, example)
    return request
  } catch (error) {
    if (error instanceof ControlError) throw error
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
    throw new ControlError(`Failed to ask ${path}: ${reason}. Change the method, the headers or the body.`)
  }
}

// The URL is the one that is sent, without dots. What is below these paths belongs to the simulator, and both the path
// and the header could lead to another session.
function assertService(base: string, { url, headers }: Request, example: string): void {
  const start = new URL(base).pathname.replace(/\/$/, '')
  const { pathname } = new URL(url)
  const inner = pathname.slice(start.length)
  if (pathname.startsWith(`${start}/`) && !/^\/_s(imulator)?(\/|$)/.test(inner) && !headers.has('x-simulator-session'))
    return
  throw new ControlError(
    `Failed to ask ${pathname}: the request does not go to the service in your session. Use a path such as ${example}, and the other tools to control the world.`,
  )
}

/** Sends a request. @returns the status of its response, or what went wrong */
async function send({ fetch }: AgentWorld, request: Request, seconds: number) {
  // Not `AbortSignal.timeout`, which would hold the request in memory even after the response has come.
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), seconds * SECOND)
  try {
    const response = await fetch(request, { signal: waiting.signal })
    await response.arrayBuffer()
    return { status: response.status }
  } catch {
    const failure = waiting.signal.aborted
      ? `No response within ${countOf(seconds, 'second')}`
      : 'The connection broke before all of the response was there'
    return { failure }
  } finally {
    clearTimeout(timer)
  }
}

async function findSent({ simulator }: AgentWorld, { method, path }: AskedRequest, after: number) {
  const news = await simulator.requests.list({ after, limit: MOST_NEWER })
  const isSent = (entry: JournalEntry) => entry.method === method.toUpperCase() && isSame(entry.path, path)
  const sent = news.findLast(isSent) ?? news.at(-1)
  return sent && simulator.requests.get(sent.id)
}

// Clients encode paths in different ways.
function isSame(one: string, other: string): boolean {
  return new URL(one, 'http://localhost').pathname === new URL(other, 'http://localhost').pathname
}

const why: ToolOf = ({ accepts }) =>
  defineTool({
    name: 'why',
    description:
      'Explains why a request was answered like that. Use it for any request in the request log: why a list is empty or short, why it failed, which fault or assumption was the reason. Also shows the rest of a long body.',
    isReadOnly: true,
    input: {
      request: optional(requestNumber, 'Its number. Default: the last one.'),
      body_from: optional(
        z.int().min(0),
        'From which character on to show the whole body. Default: the body in short.',
      ),
    },
    async run({ simulator }, { request, body_from: from }) {
      const entry = await findRequest(simulator, request)
      return explainRequest(entry, await findReasons(simulator, entry), { from, accepts })
    },
  })

/** Finds a request by its number, or the last one. @throws ControlError if there is none */
export async function findRequest(
  simulator: AgentWorld['simulator'],
  number?: number,
  options: GetRequestOptions = {},
): Promise<DetailedEntry> {
  const [last] = number === undefined ? await simulator.requests.list({ limit: 1 }) : [{ id: number }]
  const entry = last === undefined ? undefined : await simulator.requests.get(last.id, options)
  if (entry !== undefined) return entry
  throw new ControlError(
    number === undefined
      ? 'Failed to find a request: the request log is empty. Send one with ask, or with the client under test.'
      : `Failed to find request ${number}: it is not in the request log. list_requests lists those that are.`,
  )
}

export const askTools: readonly ToolOf[] = [ask, why]
