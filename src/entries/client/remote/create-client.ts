// A client for a session on a server.

import { makeUpName } from '../../../engine/control/shared/random-id.ts'
import { refuseMistyped } from '../../../engine/input/options/mistyped-names.ts'
import { describeProblem, type Problem } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { findTokenIssue, TOKEN_ADVICE } from '../../../engine/input/text/token.ts'
import { isSessionName, MAIN_SESSION, SESSION_NAMES } from '../../../engine/sessions/session-names.ts'
import { RESOURCE_NAMES } from '../../../service/resources/names.ts'
import { ControlError } from '../transport/control-error.ts'
import { createTransport, type Transport } from '../transport/transport.ts'
import { toPathSegment } from '../transport/write-input.ts'
import type { JournalEntry, RequestCounts, RequestFilter } from '../types.ts'
import { ANY_ID, type AnyMethod, CALLS, type Call, type Calls, collectionCalls, NAME, ownCalls } from './calls.ts'
import { type EventsOptions, listenToEvents } from './events.ts'
import { createList } from './list-pages.ts'
import type { MethodParameter } from './parameters.ts'
import type { RecordPage, RecordPageOptions, RemoteCollection } from './remote-simulator.ts'
import type { Snapshot } from './remote-types.ts'
import type {
  OwnParts,
  RemoteCollections,
  RemoteSessionOptions,
  RemoteSessions,
  RemoteSimulator,
} from './typed-clients.ts'
import { createRequestWait } from './wait-for-request.ts'

const readCall = (call: Call): Exclude<Call, string> => (typeof call === 'string' ? { sends: call } : call)

export interface ConnectOptions {
  /** The token that the server was started with or has printed. */
  token?: string
  /** The session to control. Default: the server's own. */
  session?: string
  /** The function that sends the requests. Default: the global `fetch`. */
  fetch?: typeof fetch
}

/**
 * Creates a client. It sends nothing until a method is called.
 *
 * @param check checks arguments and the name of the session. Without it, the server does
 * @param resources the names of those in `db`; null for any name. Default: those of our service
 * @throws ControlError if the URL or the token is invalid
 */
export function createClient(
  url: string,
  options: ConnectOptions = {},
  check?: CheckArguments,
  resources: readonly string[] | null = RESOURCE_NAMES,
): RemoteSimulator {
  const base = parseBase(url)
  const { token, session, fetch = globalThis.fetch } = options
  const issue = token === undefined ? undefined : findTokenIssue(token)
  if (issue !== undefined) throw new ControlError(`Failed to connect: ${issue}. ${TOKEN_ADVICE}`)
  const connectAt = (path: string) => createTransport({ url: `${path}/_simulator`, token, fetch })
  const pathOf = (name: string) => `${base}/_s/${toPathSegment('name', name)}`
  if (check !== undefined && session !== undefined && !isSessionName(session))
    throw new ControlError(`Failed to find session ${quote(session)}: no session can have this name. ${SESSION_NAMES}`)
  const own = session === undefined ? base : pathOf(session)
  const transport = connectAt(own)
  const connectTo = (name: string) => createClient(base, { ...options, session: name }, check, resources)
  const build = <Part extends object>(place: string, calls: Calls<Part>, byHand: NoInfer<Partial<Part>> = {}): Part =>
    buildMethods(calls, { place, transport, check, byHand })

  const buildCollection = <Item, Given>(name: string): RemoteCollection<Item, Given> => {
    const calls = collectionCalls(name, resources === RESOURCE_NAMES ? undefined : ANY_ID)
    const page = (range: RecordPageOptions) => sendCall<RecordPage<Item>>(transport, calls.page, [range])
    return build<RemoteCollection<Item, Given>>(`db.${name}.`, calls, {
      list: createList(page),
      // The server compares values as text.
      count: async ({ where } = {}) => (await page({ where: where as never, limit: 1 })).total,
    })
  }
  const list = (filter?: RequestFilter) => sendCall<JournalEntry[]>(transport, CALLS.requests.list, [filter])
  const counts = (filter?: RequestFilter) => sendCall<RequestCounts>(transport, CALLS.requests.counts, [filter])

  const byHand: { readonly [Part in keyof OwnParts]?: Partial<OwnParts[Part]> } = {
    requests: {
      count: async (filter) => (await counts(filter)).total,
      waitFor: createRequestWait(transport, list),
    },
    sessions: connectSessions(transport, { connectTo, transportTo: (name) => connectAt(pathOf(name)) }),
  }
  const parts = Object.entries<Calls<object>>(CALLS).map(([part, calls]) => [
    part,
    build(`${part}.`, calls, byHand[part as keyof OwnParts]),
  ])

  return {
    // Each part has the methods that are declared for it.
    ...(Object.fromEntries(parts) as OwnParts),
    ...build('', ownCalls, {
      // The options decide what the listener gets.
      events: (listener: (event: never) => void, options?: EventsOptions) =>
        listenToEvents(transport, listener as (event: unknown) => void, options),
    }),
    name: session ?? MAIN_SESSION,
    url: own,
    // Each collection is that of the resource with its name.
    db: buildCollections(resources, buildCollection),
    session(name) {
      check?.('call session', [NAME], [name])
      return connectTo(name)
    },
  }
}

/** Builds a collection for each resource with its name, or for any name. */
function buildCollections(resources: readonly string[] | null, build: (name: never) => unknown): RemoteCollections {
  if (resources === null) {
    const isName = (name: string | symbol): name is string => /^(?!then$)[a-z]\w*$/i.test(String(name))
    const get = (_: object, name: string | symbol) => (isName(name) ? build(name as never) : undefined)
    return new Proxy({}, { get }) as RemoteCollections
  }
  const buildError = (problem: Problem) => new ControlError(describeProblem(problem))
  const unknown = refuseMistyped('find the collection', resources, buildError)
  const known = resources.map((name) => [name, build(name as never)])
  return Object.assign(Object.create(unknown), Object.fromEntries(known)) as RemoteCollections
}

function parseBase(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isHttp = parsed !== undefined && /^https?:$/.test(parsed.protocol)
  if (isHttp && parsed.username + parsed.password === '') return url.replace(/\/+$/, '')
  const received = isHttp ? 'it contains a user or a password' : 'not an HTTP URL'
  throw new ControlError(`Failed to connect to ${quote(url)}: ${received}. Use one such as http://127.0.0.1:4010.`)
}

interface SessionLinks {
  /** Returns a client for a session. */
  connectTo(name: string): RemoteSimulator
  /** Returns the transport to the control API below the path of a session. */
  transportTo(name: string): Transport
}

/** Returns the methods that use the path of a session, by which a proxy of several servers finds its server. */
function connectSessions(own: Transport, { connectTo, transportTo }: SessionLinks): Omit<RemoteSessions, 'list'> {
  return {
    async create(options = {}) {
      // Chosen here, because a proxy chooses the server by the name.
      const name = options.name ?? makeUpName('session')
      const create = (sessionOptions: RemoteSessionOptions) =>
        transportTo(name).send('POST', '/sessions', { body: { ...sessionOptions, name } })
      await create(options).catch(async (error: unknown) => {
        const snapshot = await findSnapshot(own, options, error)
        if (snapshot === undefined) throw error
        await create({ ...options, snapshot })
      })
      return connectTo(name)
    },
    get: async (name) => sendCall(transportTo(name), CALLS.sessions.get, [name]),
    delete: async (name) => sendCall(transportTo(name), CALLS.sessions.delete, [name]),
  }
}

/** Finds the snapshot that a server does not know on the server that this client is connected to. */
async function findSnapshot(
  own: Transport,
  { snapshot }: RemoteSessionOptions,
  error: unknown,
): Promise<Snapshot | undefined> {
  const isUnknown =
    typeof snapshot === 'string' &&
    error instanceof ControlError &&
    error.issues.some(({ path }) => path === 'snapshot')
  if (!isUnknown) return undefined
  return sendCall<Snapshot | undefined>(own, CALLS.snapshots.get, [snapshot]).catch(() => undefined)
}

/** Checks the arguments of a call. @throws ControlError */
type CheckArguments = (
  task: string,
  parameters: readonly MethodParameter[],
  args: readonly unknown[],
  most?: number,
) => void

interface MethodOptions<Part> {
  /** Where the methods are, for messages: `clock.` */
  readonly place: string
  readonly transport: Transport
  readonly check: CheckArguments | undefined
  /** The methods that do more than send a request. */
  readonly byHand?: Partial<Part>
}

function buildMethods<Part extends object>(
  calls: Calls<Part>,
  { place, transport, check, byHand = {} }: MethodOptions<Part>,
): Part {
  const own = new Map<string, AnyMethod>(Object.entries(byHand))
  const methods = Object.entries<Call>(calls).map(([name, call]) => {
    const { sends = '', takes } = readCall(call)
    // The server checks what follows the placeholders.
    const most = takes?.length ?? sends.split('{').length
    const run = own.get(name) ?? ((...args: never[]) => sendCall(transport, call, args))
    const method = async (...args: never[]): Promise<unknown> => {
      check?.(`call ${place}${name}`, takes ?? [], args, most)
      return Promise.resolve(run(...args)).catch((error) => Promise.reject(nameMethod(error, place + name)))
    }
    return [name, method] as const
  })
  // Each method has the name and the parameters of its declaration.
  return Object.fromEntries(methods) as Part
}

// Who calls a method has written neither a path nor a query nor a body.
function nameMethod(error: unknown, method: string): unknown {
  if (!(error instanceof ControlError)) return error
  const message = error.message.replace(/^Failed to read the (?:body|path|query):/, `Failed to call ${method}:`)
  return message === error.message ? error : new ControlError(message, error)
}

/** Sends the request of a method, and returns the value of its response. */
async function sendCall<Result>({ send }: Transport, call: Call, args: readonly unknown[]): Promise<Result> {
  const { sends = '', input, mayBeAbsent = false } = readCall(call)
  const [method = '', template = ''] = sends.split(' ')
  const rest = [...args]
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => toPathSegment(name, rest.shift()))
  const [given] = rest as [object?]
  const usual = method === 'GET' ? { query: given } : { body: given }
  const answer = send(method, path, input?.(...(args as never[])) ?? usual)
  // The server's responses have the types that its operations declare.
  if (!mayBeAbsent) return answer as Promise<Result>
  const isDeletion = method === 'DELETE'
  return answer.then((value) => isDeletion || value, whenAbsent(isDeletion ? false : undefined)) as Promise<Result>
}

/** Returns an error handler that replaces a 404 with a value, unless all of the session is absent. */
function whenAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    const isAbsence = error instanceof ControlError && error.status === 404
    if (isAbsence && !error.issues.some(({ path }) => path === 'session')) return value
    throw error
  }
}
