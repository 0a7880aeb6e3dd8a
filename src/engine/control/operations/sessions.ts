// Lists, creates and ends sessions.

import * as z from 'zod'
import { assumptionsSchemaOf } from '../../define/assumptions/assumptions-schema.ts'
import { varySeedSchema } from '../../define/assumptions/variation.ts'
import { nothing } from '../../http/operation-declaration.ts'
import { describeProblem, OptionError, type Problem, TakenError } from '../../input/options/option-error.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import { quote } from '../../input/text/quote.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { keepScenario, scenarioSchemaOf } from '../../scenario/scenario.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import type { ServingSession } from '../../sessions/session.ts'
import type { NamePage, StoredOutline } from '../../sessions/session-keeper.ts'
import { SESSION_NAME } from '../../sessions/session-names.ts'
import type { SessionOptions } from '../../sessions/sessions.ts'
import { keepSnapshot, snapshotSchemaOf } from '../../sessions/state/snapshot.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { buildSessionUrl, findNamedSession, findServerPath } from '../links/location.ts'
import { json } from '../requests/control-responses.ts'
import { buildAbsentFailure, ControlFailure, describeUnknownName } from '../shared/control-failure.ts'
import { integerText, metSchema, refuseFieldsBeside } from '../shared/fields.ts'
import { makeUpName } from '../shared/random-id.ts'
import { fetchSnapshot, prepareSession, waitForKept } from '../shared/read-kept.ts'
import { assertSize } from '../shared/world-size.ts'

const MOST_CHARACTERS = 100

const listedSchemaOf = derivedFrom(({ questions }: ServiceDeclarations) =>
  z.strictObject({
    name: z.string().describe('The name of the session.'),
    path: z.string().describe('The prefix of the service’s paths for this session.'),
    url: z.string().describe('The base URL of this session, as the client reaches the server.'),
    scenario: z.string().describe('The name of its scenario.'),
    preset: z.enum(questions.presets).describe('Its preset.'),
    began: z.string().describe('When it began, in the time of the machine.'),
    lastUsed: z
      .string()
      .describe(
        'When the service received its last request, in the time of the machine; when it began, if there was none.',
      ),
    maker: z.string().optional().describe('Who made it, if they said so.'),
    requests: z.int().min(0).describe('How many requests are in its request log.'),
    changes: z.int().min(0).describe('How many records differ from the start of its scenario.'),
    edited: z.boolean().describe('Whether any record differs from the scenario.'),
  }),
)

const listSchemaOf = derivedFrom((declared: ServiceDeclarations) => z.array(listedSchemaOf(declared)))

/** A session in a list. */
export type ListedSession = z.output<ReturnType<typeof listedSchemaOf>>

const optionsSchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  z
    .strictObject({
      name: z
        .string()
        .regex(SESSION_NAME, 'It must be 1 to 100 letters, digits, "_", "-", "." and "~"')
        .optional()
        .describe(
          '1 to 100 letters, digits, `_`, `-`, `.` and `~`. Default: the name in the path if it is new, or else a generated one.',
        ),
      scenario: z
        .union([z.string(), scenarioSchemaOf(declared)])
        .optional()
        .describe('The name of a scenario, or a scenario.'),
      snapshot: z
        .union([z.string(), snapshotSchemaOf(declared)])
        .optional()
        .describe('The name of a stored snapshot, or a snapshot.'),
      from: z.string().optional().describe('The name of another session, to begin with a copy of its world.'),
      request: metSchema
        .optional()
        .describe('With `from`: the id of a request in its request log, to begin with the world that the request met.'),
      preset: z.enum(declared.questions.presets).optional(),
      assumptions: assumptionsSchemaOf(declared.questions).optional(),
      vary: varySeedSchema.optional().describe('The seed that a value for every other assumption is drawn from.'),
      maker: z
        .string()
        .max(MOST_CHARACTERS)
        .optional()
        .describe('Who makes it, so that they end no session of others. Lists say it.'),
      trial: z
        .boolean()
        .optional()
        .describe(
          'Whether it is a trial: a hidden session, excluded from coverage, events and the log of the server. It begins without the preset, the assumptions, the chaos and the strictness of the server. Default: false.',
        ),
    })
    .superRefine(({ from, request, snapshot, ...own }, context) => {
      if (from === undefined && request !== undefined) {
        const message = 'It can only be given together with "from", the session of the request'
        context.addIssue({ code: 'custom', path: ['request'], input: request, message })
      }
      const { scenario, preset, assumptions, vary } = own
      const excluded = { scenario, preset, assumptions, vary }
      if (from !== undefined) refuseFieldsBeside('other session', { ...excluded, snapshot }, context)
      else if (snapshot !== undefined) refuseFieldsBeside('snapshot', excluded, context)
    }),
)

const MOST_LISTED = 1000

const pageSchema = z.strictObject({
  limit: integerText(1, MOST_LISTED).optional().describe('How many sessions at most. Default: 100.'),
  after: z.string().optional().describe('The name of the last session of the page before.'),
})

export const sessionOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listSessions',
    request: 'GET /sessions',
    summary:
      'The sessions, without trials: the simulator’s own first, then the others, the last used one last. If the server stores its sessions, it is a page of all of them by name. So it is with `limit` or `after`.',
    query: pageSchema,
    responses: { 200: json(listSchemaOf) },
    run: (context, { query }) => listSessions(context, query),
  }),
  defineControl({
    name: 'createSession',
    request: 'POST /sessions',
    summary:
      'Creates a session. With `--known-sessions-only`, it has to be sent below the path of the new session. Otherwise, a session that is only named in a path is created automatically.',
    body: optionsSchemaOf,
    responses: { 201: json(listedSchemaOf) },
    refusals: [307, 409],
    async run(context, { body: { name, ...options } }) {
      const chosen = name ?? findNewName(context) ?? makeUpName('session')
      assertRouted(context, chosen)
      await prepareSession(context, chosen)
      // This throws, before what is read next can take the place in the memory of the session that has the name.
      if (context.sessions.get(chosen) !== undefined) context.sessions.create(chosen)
      if (options.from !== undefined) await prepareSession(context, options.from)
      if (typeof options.snapshot === 'string') await fetchSnapshot(context, options.snapshot)
      const found = readOptions(context, options)
      return listSession(context, await context.whenBuilt(() => context.sessions.create(chosen, found)))
    },
  }),
  defineControl({
    name: 'getSession',
    request: 'GET /sessions/{name}',
    summary: 'A session.',
    responses: { 200: json(listedSchemaOf) },
    refusals: [404],
    async run(context, { path: { name = '' } }) {
      await prepareSession(context, name)
      const session = findSession(context, name)
      if (session === undefined) throw buildAbsentFailure(describeUnknown('find session', name, context))
      return listSession(context, session)
    },
  }),
  defineControl({
    name: 'deleteSession',
    request: 'DELETE /sessions/{name}',
    summary: 'Ends a session.',
    responses: { 204: nothing },
    refusals: [404, 409],
    async run(context, { path: { name = '' } }) {
      await prepareSession(context, name)
      const { main, sessions } = context
      if (name === main.name) {
        throw new TakenError({
          attempt: `delete session "${name}"`,
          received: 'it is the simulator’s own session',
          advice: 'POST /_simulator/reset resets it.',
        })
      }
      if (!sessions.delete(name)) throw buildAbsentFailure(describeUnknown('delete session', name, context))
    },
  }),
]

/** Lists the sessions in the memory, or a page of all by name, also of those that are kept elsewhere. */
async function listSessions(context: ControlContext, query: z.output<typeof pageSchema>): Promise<ListedSession[]> {
  const { main, sessions } = context
  if (sessions.keeper === undefined && Object.keys(query).length === 0) {
    return [main, ...sessions.list()].map((session) => listSession(context, session))
  }
  const { limit = 100, after = '' } = query
  const page: NamePage = { limit, after }
  const kept = sessions.keeper === undefined ? [] : await waitForKept(sessions.keeper.list(page))
  const listed = new Map(kept.map((outline) => [outline.name, listStored(context, outline)]))
  for (const session of [main, ...sessions.list()]) {
    if (session.name > page.after) listed.set(session.name, listSession(context, session))
  }
  const names = [...listed.keys()].sort().slice(0, page.limit)
  return names.flatMap((name) => listed.get(name) ?? [])
}

/** The name in the path of a request, if there is no such session. */
function findNewName(context: ControlContext): string | undefined {
  const name = findNamedSession(context)
  return name === undefined || findSession(context, name) !== undefined ? undefined : name
}

// Behind a proxy, another server may get the requests to the new session.
function assertRouted(context: ControlContext, name: string): void {
  if (context.host.knownSessionsOnly !== true || findNamedSession(context) === name) return
  const location = `${buildSessionUrl(context, name)}/_simulator/sessions`
  const message = `Failed to create session ${quote(name)} here: requests to it may go to another server. Send it to POST ${location}.`
  throw new ControlFailure({ status: 307, message, headers: { location } })
}

function describeUnknown(verb: string, name: string, { main, sessions }: ControlContext): Problem {
  const known = [main, ...sessions.list()].map((each) => each.name)
  return describeUnknownName(verb, name, known)
}

function readOptions(
  context: ControlContext,
  { from, request, scenario, snapshot, ...own }: z.output<ReturnType<typeof optionsSchemaOf>>,
): SessionOptions {
  if (from !== undefined) {
    return omitUndefined({ ...own, snapshot: findSource(context, from).snapshot({ request }) }) as SessionOptions
  }
  const { declared, snapshots } = context
  const kept = typeof snapshot === 'string' ? snapshots.get(snapshot) : snapshot && keepSnapshot(snapshot)
  if (typeof snapshot === 'string' && kept === undefined) {
    throw buildIssueError('snapshot', snapshots.describeAbsence(snapshot))
  }
  if (kept !== undefined) assertSize(declared, kept.scenario)
  const begun = typeof scenario === 'object' ? assertSize(declared, keepScenario(scenario)) : scenario
  // The schemas are built from the register and the records, so their output has this type.
  return omitUndefined({ ...own, scenario: begun, snapshot: kept }) as SessionOptions
}

function findSource(context: ControlContext, from: string): ServingSession {
  const session = findSession(context, from)
  if (session !== undefined) return session
  throw buildIssueError('from', describeUnknown('copy session', from, context))
}

function buildIssueError(path: string, problem: Problem): OptionError {
  return new OptionError(problem, [{ path, message: describeProblem(problem) }])
}

function findSession({ main, sessions }: ControlContext, name: string): ServingSession | undefined {
  return name === main.name ? main : sessions.get(name)
}

function listSession(context: ControlContext, { readOutline, readState }: ServingSession): ListedSession {
  const { name, changes, ...outline } = readOutline()
  const requests = readState().journal.count()
  return { ...findPlace(context, name), ...outline, requests, changes, edited: changes > 0 }
}

// A session outside of the memory has no journal.
function listStored(context: ControlContext, { name, ...outline }: StoredOutline): ListedSession {
  return { ...findPlace(context, name), ...outline, requests: 0, edited: outline.changes > 0 }
}

function findPlace(context: ControlContext, name: string): { name: string; path: string; url: string } {
  const path = findServerPath(context) + (name === context.main.name ? '' : `/_s/${name}`)
  return { name, path, url: context.request.address().origin + path }
}
