// Opens links to worlds of their own.

import * as z from 'zod'
import type { ServiceDeclarations } from '../../../define/service.ts'
import type { ServingSession } from '../../../sessions/session.ts'
import { isSessionName } from '../../../sessions/sessions.ts'
import { hashText } from '../../../store/random.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../../control-operation.ts'
import { LinkError, locateIssues } from '../../open/link-issues.ts'
import { LINK_LIMITS } from '../../open/link-query.ts'
import { buildSessionUrl, findLocation, findNamedSession } from '../../open/location.ts'
import { readWorld, type WorldPlan } from '../../open/world.ts'
import { isOpenedByUser } from '../../requests/caller.ts'
import { ControlFailure } from '../../requests/control-failure.ts'
import { redirect } from '../../requests/control-responses.ts'
import { refuseFieldsBeside } from '../../shared/exclusive-fields.ts'
import { isMadeUp, makeUpName } from '../../shared/random-id.ts'
import { fetchSnapshot, prepareSession } from '../../shared/read-kept.ts'

const textSchema = z.string().max(LINK_LIMITS.characters)

const buildLinkSchema = ({ questions }: ServiceDeclarations) =>
  z
    .strictObject({
      scenario: textSchema.optional().describe('The name of a scenario. Default: that of the simulator.'),
      snapshot: textSchema.optional().describe('The name of a stored snapshot, instead of a scenario.'),
      seed: z.coerce.number().int().optional().describe('Replaces the seed of the scenario.'),
      now: textSchema.optional().describe('Replaces the current time of the scenario.'),
      preset: z.enum(questions.presets).optional(),
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
    })

export const buildOpenOperations = (declared: ServiceDeclarations): readonly ControlOperation[] => [
  defineControl({
    name: 'openLink',
    request: 'GET /open',
    summary:
      'Creates a session for a person who opens a link, or finds the one with its name that it has created before, and redirects to a page. At most 50 such sessions exist.',
    query: buildLinkSchema(declared),
    responses: { 303: redirect },
    refusals: [409],
    async run(context, { query: { session: name, to, signature: link = '', expires: _, ...world } }) {
      assertOpenedByUser(context)
      if (world.snapshot !== undefined) await fetchSnapshot(context, world.snapshot)
      const plan = readWorld(context, world)
      const { sessions, openedSessions, caller } = context
      // Whoever can read the stored session must not be able to open the link.
      const origin = { link: String(hashText(link)), world: JSON.stringify(world) }
      const chosen = name ?? findMadeUpName(context) ?? makeUpName('session')
      const location = findLocation(context, { session: chosen, to })
      if (isSessionName(chosen) && findNamedSession(context) !== chosen) {
        // A proxy may send the requests to the new session to another server. It has to create it.
        return `${buildSessionUrl(context, chosen)}/_simulator/open${caller.query === '' ? '' : `?${caller.query}`}`
      }
      await prepareSession(context, chosen)
      // Whoever opens a link again finds the world as they left it.
      const findOpened = () => openedSessions.find(chosen, origin.world)
      const session = await context.whenBuilt(() => findOpened() ?? sessions.create(chosen, plan.options))
      if (findOpened() !== undefined) return location
      complete(context, session, plan)
      openedSessions.add(session, origin)
      return location
    },
  }),
]

// Whoever has a link without a name may not choose one.
function findMadeUpName(context: ControlContext): string | undefined {
  const name = findNamedSession(context)
  return name !== undefined && isMadeUp(name, 'session') ? name : undefined
}

// A page must not create sessions by itself: not with an image, not in a frame, and not with a script.
function assertOpenedByUser({ caller }: ControlContext): void {
  if (isOpenedByUser(caller)) return
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
