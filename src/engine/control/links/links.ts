// Links to worlds of their own: how they are created and opened.

import * as z from 'zod'
import { assumptionsSchemaOf } from '../../define/assumptions/assumptions-schema.ts'
import { chaosSchema } from '../../faults/chaos/chaos-input.ts'
import { faultInputSchemaOf } from '../../faults/fault-input.ts'
import { parseQuery } from '../../http/route-table.ts'
import { joinIssues, OptionError } from '../../input/options/option-error.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import type { ServingSession } from '../../sessions/session.ts'
import { isSessionName } from '../../sessions/session-names.ts'
import type { ServingSessions } from '../../sessions/sessions.ts'
import type { Opening } from '../../sessions/state/log.ts'
import { hashText } from '../../store/random.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { isOpenedByUser } from '../requests/caller.ts'
import { json, redirect } from '../requests/control-responses.ts'
import { ControlFailure } from '../shared/control-failure.ts'
import { integerText, refuseFieldsBeside } from '../shared/fields.ts'
import { isMadeUp, makeUpName } from '../shared/random-id.ts'
import { fetchSnapshot, prepareSession } from '../shared/read-kept.ts'
import { type OpenLinkOptions, writeLinkQuery } from './link-query.ts'
import { buildSessionUrl, findLocation, findNamedSession, findServerPath } from './location.ts'
import { LinkError, locateIssues, readWorld, type WorldPlan } from './world.ts'

const DAY = 24 * 60 * 60 * 1000
const USUAL_DAYS = 7
const MOST_DAYS = 90

/** How many characters a parameter has at most, how often one can be repeated, and how long the query can be. */
const LINK_LIMITS = { characters: 4096, faults: 20, assumptions: 200, query: 12_000 } as const

const textSchema = z.string().max(LINK_LIMITS.characters)

/** What a link and the request for one have in common. */
const buildStartFields = ({ questions }: ServiceDeclarations) => ({
  scenario: textSchema.optional().describe('The name of a scenario. Default: that of the simulator.'),
  snapshot: textSchema.optional().describe('The name of a stored snapshot, instead of a scenario.'),
  seed: z.int().optional().describe('Replaces the seed of the scenario.'),
  now: textSchema.optional().describe('Replaces the current time of the scenario.'),
  preset: z.enum(questions.presets).optional(),
})

const querySchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  z
    .strictObject({
      ...buildStartFields(declared),
      seed: integerText(Number.MIN_SAFE_INTEGER).optional().describe('Replaces the seed of the scenario.'),
      assume: z
        .array(textSchema)
        .max(LINK_LIMITS.assumptions)
        .optional()
        .describe('An assumption, ID=VALUE. May be repeated.'),
      fault: z.array(textSchema).max(LINK_LIMITS.faults).optional().describe('A fault as JSON. May be repeated.'),
      chaos: textSchema.optional().describe('Random faults, LEVEL or LEVEL:SEED.'),
      session: textSchema.optional().describe('The name of the session. Default: a generated name.'),
      to: textSchema
        .optional()
        .describe(
          'Where to redirect: a page of this machine, this server or an allowed origin. `{url}` is replaced by the URL of the session, `{session}` by its name. Default: the console of the session, or a page about it if the server requires a token.',
        ),
      expires: textSchema.optional().describe('Until when a signed link can be opened.'),
      signature: textSchema
        .optional()
        .describe(
          'The signature of all other parameters. With it, a server that requires a token opens the link without.',
        ),
    })
    .superRefine(({ snapshot, scenario, seed, now, preset, assume }, context) => {
      if (snapshot !== undefined) refuseFieldsBeside('snapshot', { scenario, seed, now, preset, assume }, context)
    }),
)

const optionsSchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  z
    .strictObject({
      ...buildStartFields(declared),
      assumptions: assumptionsSchemaOf(declared.questions).optional(),
      faults: z.array(faultInputSchemaOf(declared)).max(LINK_LIMITS.faults).optional(),
      chaos: chaosSchema.optional(),
      session: z
        .string()
        .refine(isSessionName, 'It must be 1 to 100 letters, digits, "_", "-", "." and "~"')
        .optional()
        .describe('The name of the session. Default: each visit gets a session of its own.'),
      to: textSchema
        .optional()
        .describe(
          'The page that the link leads to. `{url}` is replaced by the URL of the session, `{session}` by its name. Default: the console of the session, or a page about it if the server requires a token.',
        ),
      expires: z.iso
        .datetime({ offset: true })
        .optional()
        .describe(
          `Until when the link can be opened, at most ${MOST_DAYS} days from now. Default: ${USUAL_DAYS} days.`,
        ),
    })
    .superRefine(({ snapshot, scenario, seed, now, preset, assumptions }, context) => {
      if (snapshot !== undefined) refuseFieldsBeside('snapshot', { scenario, seed, now, preset, assumptions }, context)
    }),
)

const linkSchema = z.strictObject({
  url: z.string().describe('The link.'),
  expires: z
    .string()
    .nullable()
    .describe('Until when the link can be opened, in the time of the machine; null if it does not expire.'),
})

/** A link that opens a world of its own. */
export type OpenLink = z.output<typeof linkSchema>

export const linkOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'openLink',
    request: 'GET /open',
    summary:
      'Creates a session for a person who opens a link, or finds the one with its name that it has created before, and redirects to a page. At most 50 such sessions exist.',
    query: querySchemaOf,
    responses: { 303: redirect },
    refusals: [409],
    async run(context, { query: { session: name, to, signature: link = '', expires, ...world } }) {
      assertOpenedByUser(context)
      if (world.snapshot !== undefined) await fetchSnapshot(context, world.snapshot)
      const plan = readWorld(context, world)
      const { sessions, request } = context
      // Whoever can read the stored session must not be able to open the link.
      const origin = { link: String(hashText(link)), world: JSON.stringify(world) }
      const chosen = name ?? findMadeUpName(context) ?? makeUpName('session')
      const location = findLocation(context, { session: chosen, to })
      if (isSessionName(chosen) && findNamedSession(context) !== chosen) {
        // A proxy may send the requests to the new session to another server. It has to create it.
        return `${buildSessionUrl(context, chosen)}/_simulator/open${request.query === '' ? '' : `?${request.query}`}`
      }
      await prepareSession(context, chosen)
      // Whoever opens a link again finds the world as they left it.
      const findOpened = () => findOpenedBefore(sessions.get(chosen), origin.world)
      const session = await context.whenBuilt(() => findOpened() ?? sessions.create(chosen, plan.options))
      if (findOpened() !== undefined) return location
      complete(context, session, plan)
      noteOpening(sessions, session, origin)
      return location
    },
  }),
  defineControl({
    name: 'createLink',
    request: 'POST /links',
    summary:
      'Creates a link for `/open`. If the server requires a token, the link is signed: whoever opens it needs no token, until it expires.',
    body: optionsSchemaOf,
    responses: { 200: json(linkSchema) },
    async run(context, { body: { expires, ...body } }) {
      // The schemas are built from the register and the effects, so their output has this type.
      const options = body as OpenLinkOptions
      if (options.snapshot !== undefined) await fetchSnapshot(context, options.snapshot)
      assertOpens(context, options)
      const until = readExpiry(context, expires)
      const query = assertShort(writeLinkQuery({ ...options, expires: until ?? undefined }))
      return { url: buildUrl(context, options.session, query), expires: until }
    },
  }),
]

// Whoever has a link without a name may not choose one.
function findMadeUpName(context: ControlContext): string | undefined {
  const name = findNamedSession(context)
  return name !== undefined && isMadeUp(name, 'session') ? name : undefined
}

// A page must not create sessions by itself: not with an image, not in a frame, and not with a script.
function assertOpenedByUser({ request }: ControlContext): void {
  if (isOpenedByUser(request)) return
  const message =
    'Failed to open the link: it must be opened in a tab of a browser, with GET. A program sends "Accept: text/html". POST /_simulator/sessions creates sessions for programs.'
  throw new ControlFailure({ status: 403, message })
}

// A session that cannot have the faults of its link is not left behind.
function complete({ sessions }: ControlContext, session: ServingSession, { faults, chaos }: WorldPlan): void {
  if (chaos !== undefined) session.setChaos(chaos)
  for (const [index, fault] of faults.entries()) {
    try {
      session.faults.add(fault)
    } catch (error) {
      sessions.delete(session.name)
      throw new LinkError(locateIssues(`fault.${index}`, error))
    }
  }
}

/** Returns a session if a link to the same world has created it. */
function findOpenedBefore(session: ServingSession | undefined, world: string): ServingSession | undefined {
  return session?.readOpening()?.world === world ? session : undefined
}

const MOST_OPENED = 50

/**
 * Notes that a link has created a session. If there are too many, the link with the most sessions loses its oldest
 * one. So nobody can end the sessions of other links by opening one link again and again.
 */
function noteOpening(sessions: ServingSessions, session: ServingSession, opened: Opening): void {
  session.noteOpening(opened)
  const all = sessions.list().filter((each) => each.readOpening() !== undefined)
  if (all.length > MOST_OPENED) sessions.delete(findOldest(all).name)
}

/** Finds the oldest session of the link with the most. If several have as many, it is the oldest of theirs. */
function findOldest(all: readonly ServingSession[]): ServingSession {
  const linkOf = (session: ServingSession) => session.readOpening()?.link
  const countOf = (session: ServingSession) => all.filter((each) => linkOf(each) === linkOf(session)).length
  const most = Math.max(...all.map(countOf))
  return all.filter((each) => countOf(each) === most).reduce((one, other) => (other.began < one.began ? other : one))
}

// What is wrong now is better said to the person who shares the link than to those who open it.
function assertOpens(context: ControlContext, options: OpenLinkOptions): void {
  const { scenario, snapshot, seed, now, to, session = 'session-1' } = options
  try {
    readWorld(context, { scenario, snapshot, seed, now: now?.toString() })
    findLocation(context, { session, to })
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    throw new OptionError({ attempt: 'create the link', received: joinIssues(error.issues) }, error.issues)
  }
}

function readExpiry({ host }: ControlContext, expires: string | undefined): string | null {
  if (host.signLink === undefined) {
    if (expires === undefined) return null
    throw buildLinkError('expires', 'the server requires no token, so its links do not expire. Leave it out')
  }
  const now = Date.now()
  const time = expires === undefined ? now + USUAL_DAYS * DAY : Date.parse(expires)
  if (time > now && time <= now + MOST_DAYS * DAY) return new Date(time).toISOString()
  throw buildLinkError(
    'expires',
    `${expires} is not within the next ${MOST_DAYS} days. Allowed: a time from now on until then`,
  )
}

// A longer link could be signed, but not opened.
function assertShort(query: string): string {
  const { query: most, characters } = LINK_LIMITS
  if (query.length > most) throw buildLinkError('', describeLength(query.length, most))
  for (const [name, values] of parseQuery(query)) {
    const length = Math.max(...values.map((value) => value.length))
    if (length > characters) throw buildLinkError(name, describeLength(length, characters))
  }
  return query
}

function describeLength(length: number, most: number): string {
  return `it has ${length} characters. Allowed: ${most}. Leave something out`
}

function buildLinkError(path: string, reason: string): OptionError {
  const received = path === '' ? reason : `${path}: ${reason}`
  return new OptionError({ attempt: 'create the link', received }, [{ path, message: reason }])
}

function buildUrl(context: ControlContext, session: string | undefined, query: string): string {
  const signature = context.host.signLink?.(query)
  const whole = [query, ...(signature === undefined ? [] : [`signature=${signature}`])].filter((part) => part !== '')
  const server =
    session === undefined
      ? context.request.address().origin + findServerPath(context)
      : buildSessionUrl(context, session)
  return [`${server}/_simulator/open`, ...(whole.length === 0 ? [] : [whole.join('&')])].join('?')
}
