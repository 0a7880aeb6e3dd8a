// A request to the control API, from its path to its response.

import { describeNoRoom } from '../contract/operation/failure.ts'
import type { ServiceRequest, ServiceResponse } from '../contract/operation/messages.ts'
import { toHeadResponse } from '../contract/operation/without-body.ts'
import { createRouteTable, hasPlaceholder, type PathMatch, pickMethod, trimSlashes } from '../http/route-table.ts'
import { NoRoomError, OptionError, type Problem, TakenError } from '../input/options/option-error.ts'
import { quote, showText } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import type { ByteBudget } from '../limits/byte-budget.ts'
import { countJsonBytes } from '../limits/byte-size.ts'
import { createCoverageWatches } from '../reports/coverage/coverage-watches.ts'
import type { ServingSession } from '../sessions/session.ts'
import { GoneError } from '../work/steps.ts'
import {
  type ControlContext,
  type ControlOperation,
  type ControlTarget,
  createRequestTotals,
  type Host,
} from './control-operation.ts'
import { controlOperationsOf } from './control-operations.ts'
import { CONTROL_PATH, managesSnapshots, mostOfControl } from './control-paths.ts'
import { buildDocument } from './reports/openapi.ts'
import { readControlBody, readQuery } from './requests/control-input.ts'
import { buildResponse } from './requests/control-responses.ts'
import {
  buildAbsentFailure,
  buildRefusal,
  buildUnexpectedRefusal,
  ControlFailure,
  type ControlRefusal,
} from './shared/control-failure.ts'
import { createEventFormat } from './shared/event-queue.ts'
import { createRandomId } from './shared/random-id.ts'
import { createSnapshotStore } from './shared/snapshot-store.ts'

export interface ControlApi {
  /** Answers a request. Errors become error responses. @throws GoneError if nobody waits for the response any more */
  handle(request: ServiceRequest, session: ServingSession, host?: Host): Promise<ServiceResponse>
}

export function createControlApi(target: ControlTarget): ControlApi {
  const operations = controlOperationsOf(target.declared)
  const router = createControlRouter(operations)
  const shared = createSharedParts(target)
  const run = async (request: ServiceRequest, session: ServingSession, host: Host): Promise<ServiceResponse> => {
    const { operation, path } = router.match(request.method, request.path.slice(CONTROL_PATH.length))
    const { declared } = target
    // A large body takes turns. For any other, what follows must not wait, so that calls keep their order.
    const read = target.inTurns(readControlBody(request.body, operation, declared), request.onGone)
    const input = {
      path,
      query: readQuery(request.query, operation, declared),
      body: read instanceof Promise ? await read : read,
    }
    const listPaths = () => listPathsBelow(operations, `${request.address().basePath}${CONTROL_PATH}`)
    const context: ControlContext = {
      ...shared,
      inTurns: (work) => target.inTurns(work, request.onGone),
      whenBuilt: (act) => target.whenBuilt(act, request.onGone),
      session,
      request,
      host,
      listPaths,
    }
    const result = await operation.run(context, input)
    // Who changes something must learn that it has changed.
    if (operation.method === 'GET') assertRoom(result, target.budget)
    const response = buildResponse(operation, result, request.header)
    if (operation.isTakenBack === true) assertTakenBack(response, request, target.budget)
    return response
  }

  return {
    async handle(request, session, host = {}) {
      const response = await run(request, session, host).catch((error) => toRefusal(error, request))
      return request.method === 'HEAD' ? toHeadResponse(response) : response
    },
  }
}

function createSharedParts(target: ControlTarget) {
  let document: string | undefined
  return {
    ...target,
    snapshots: createSnapshotStore(target.budget),
    coverage: createCoverageWatches(target),
    countRequests: createRequestTotals(target),
    formatEvent: createEventFormat(),
    instance: createRandomId(),
    exporting: new Map(),
    describe(publicUrl?: string) {
      document ??= JSON.stringify(buildDocument(target.declared, controlOperationsOf(target.declared)))
      if (publicUrl === undefined) return document
      const { servers, ...rest } = JSON.parse(document)
      return JSON.stringify({ ...rest, servers: [{ ...servers[0], url: publicUrl }] })
    },
  }
}

// Smaller responses are not worth counting.
const UNCOUNTED_BYTES = 64 * 1024
const PURPOSE = { attempt: 'write the response', what: 'it takes' }

// It is written at once, and whoever sends it reserves what the client has not read.
function assertRoom(result: unknown, budget: ByteBudget): void {
  const bytes = countJsonBytes(result)
  if (bytes > UNCOUNTED_BYTES) budget.reserve('connections', bytes, PURPOSE).release()
}

function assertTakenBack({ body }: ServiceResponse, { path }: ServiceRequest, budget: ByteBudget): void {
  const most = mostOfControl(path, budget)
  if (body.length <= most) return
  const figures = `it has ${body.length} bytes, and at most ${most} are taken back`
  const advice = managesSnapshots({ path })
    ? 'Raise the limit (--memory), or let the server write a file for --import (--export-on-exit).'
    : 'Take a snapshot, and save that as a file for --import.'
  throw new ControlFailure({ status: 409, message: `Failed to write the response: ${figures}. ${advice}` })
}

function toRefusal(error: unknown, { body }: ServiceRequest): ServiceResponse {
  if (error instanceof GoneError) throw error
  const refusal = findRefusal(error)
  if (refusal !== undefined) return buildRefusal(body.length === 0 ? nameEmptyBody(refusal) : refusal)
  console.error(error)
  return buildUnexpectedRefusal()
}

// A missing body is read as `{}`, which the client has not sent.
function nameEmptyBody(refusal: ControlRefusal): ControlRefusal {
  return { ...refusal, message: refusal.message.replace('It is {}', 'The body is empty') }
}

function findRefusal(error: unknown): ControlRefusal | undefined {
  if (error instanceof ControlFailure) return error.refusal
  if (error instanceof TakenError) return { status: 409, message: error.message }
  if (error instanceof NoRoomError) return { ...describeNoRoom(error), message: error.message, issues: error.issues }
  if (error instanceof OptionError) return { status: 422, message: error.message, issues: error.issues }
  return undefined
}

// Only paths that can be requested. What has a placeholder is below a path that lists it.
function listPathsBelow(operations: readonly ControlOperation[], start: string): Record<string, string> {
  const paths = operations
    .flatMap(({ template, pathValues }) => pathValues?.map((each) => template.replace(/\{.*\}/, each)) ?? template)
    .filter((path) => path !== '' && !path.includes('{'))
  return Object.fromEntries(paths.map((path) => [path.slice(1), start + path]))
}

/** The operation that a request matches. */
interface ControlMatch {
  operation: ControlOperation
  /** The decoded values of the template's placeholders in the path. */
  path: Readonly<Record<string, string>>
}

function createControlRouter(operations: readonly ControlOperation[]) {
  const table = createRouteTable(operations.map((target) => ({ template: target.template, target })))
  const describeAbsence = createDescription(operations)
  return {
    /** @throws ControlFailure if no operation has this path, or none has this method */
    match(method: string, encoded: string): ControlMatch {
      const path = trimSlashes(encoded)
      if (path !== encoded && path !== '' && table.find(`${path}/any`).length > 0)
        throw buildMissingName(method, encoded)
      const found = table.find(path)
      if (found.length === 0) throw buildAbsentFailure(describeAbsence(method, path))
      const match = pickMethod(found, method === 'HEAD' ? 'GET' : method)
      if (match === undefined) throw buildMethodFailure(method, path, found)
      return { operation: match.target, path: decodeAll(match.values) }
    },
  }
}

// The variable of a script that was to follow may be unset.
function buildMissingName(method: string, path: string): ControlFailure {
  return buildAbsentFailure({
    attempt: `${showText(method)} ${showText(`${CONTROL_PATH}${path}`)}`,
    received: 'there is no id or name after the last slash',
    advice: 'Add it, or leave out the slash to mean all.',
  })
}

function decodeAll(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, decode(text)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw buildAbsentFailure({
      attempt: 'read the path',
      received: `${quote(text)} is not percent-encoded UTF-8`,
      advice: 'Encode it.',
    })
  }
}

function buildMethodFailure(
  method: string,
  path: string,
  found: readonly PathMatch<ControlOperation>[],
): ControlFailure {
  const methods = new Set(found.flatMap(({ target }) => (target.method === 'GET' ? ['GET', 'HEAD'] : target.method)))
  const allow = [...methods].join(', ')
  const failed = `Failed to ${showText(method)} /_simulator${showText(path)}`
  return new ControlFailure({
    status: 405,
    message: `${failed}: the path does not have this method. Allowed: ${allow}.`,
    headers: { allow },
  })
}

// Suggests a path without placeholders. An unknown name in a path has a message of its own.
function createDescription(operations: readonly ControlOperation[]): (method: string, path: string) => Problem {
  const fixed = operations.map(({ template }) => template).filter((template) => !hasPlaceholder(template))
  const known = [...new Set(fixed)].map((template) => `/_simulator${template}`)
  return (method, path) => {
    const fullPath = `/_simulator${path}`
    return {
      attempt: `${showText(method)} ${showText(fullPath)}`,
      received: 'there is no such path',
      advice: `${suggestWord(fullPath, known)} GET /_simulator lists the paths.`,
    }
  }
}
