// Creates links to worlds of their own.

import * as z from 'zod'
import { assumptionsSchemaOf } from '../../../assumptions/assumptions-schema.ts'
import type { ServiceDeclarations } from '../../../define/service.ts'
import { chaosSchema } from '../../../faults/chaos/chaos-input.ts'
import { faultInputSchemaOf } from '../../../faults/fault-input.ts'
import { parseQuery } from '../../../http/query.ts'
import { joinIssues, OptionError } from '../../../input/options/option-error.ts'
import { isSessionName } from '../../../sessions/sessions.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../../control-operation.ts'
import { LinkError } from '../../open/link-issues.ts'
import { LINK_LIMITS, type OpenLinkOptions, writeLinkQuery } from '../../open/link-query.ts'
import { buildSessionUrl, findLocation, findServerPath } from '../../open/location.ts'
import { readWorld } from '../../open/world.ts'
import { json } from '../../requests/control-responses.ts'
import { refuseFieldsBeside } from '../../shared/exclusive-fields.ts'
import { fetchSnapshot } from '../../shared/read-kept.ts'

const DAY = 24 * 60 * 60 * 1000
const USUAL_DAYS = 7
const MOST_DAYS = 90

const textSchema = z.string().max(LINK_LIMITS.characters)

const buildOptionsSchema = (declared: ServiceDeclarations) =>
  z
    .strictObject({
      scenario: textSchema.optional().describe('The name of a scenario. Default: that of the simulator.'),
      snapshot: textSchema.optional().describe('The name of a stored snapshot, instead of a scenario.'),
      seed: z.int().optional().describe('Replaces the seed of the scenario.'),
      now: textSchema.optional().describe('Replaces the current time of the scenario.'),
      preset: z.enum(declared.questions.presets).optional(),
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
    })

const linkSchema = z.strictObject({
  url: z.string(),
  expires: z
    .string()
    .nullable()
    .describe('Until when the link can be opened, in the time of the machine; null if it does not expire.'),
})

/** A link that opens a world of its own. */
export type OpenLink = z.output<typeof linkSchema>

export const buildLinkOperations = (declared: ServiceDeclarations): readonly ControlOperation[] => [
  defineControl({
    name: 'createLink',
    request: 'POST /links',
    summary:
      'Creates a link for `/open`. If the server requires a token, the link is signed: whoever opens it needs no token, until it expires.',
    body: buildOptionsSchema(declared),
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

function readExpiry({ signLink }: ControlContext, expires: string | undefined): string | null {
  if (signLink === undefined) {
    if (expires === undefined) return null
    throw refuse('expires', 'the server requires no token, so its links do not expire. Leave it out')
  }
  const now = Date.now()
  const time = expires === undefined ? now + USUAL_DAYS * DAY : Date.parse(expires)
  if (time > now && time <= now + MOST_DAYS * DAY) return new Date(time).toISOString()
  throw refuse('expires', `${expires} is not within the next ${MOST_DAYS} days. Allowed: a time from now on until then`)
}

// A longer link could be signed, but not opened.
function assertShort(query: string): string {
  const { query: most, characters } = LINK_LIMITS
  if (query.length > most) throw refuse('', describeLength(query.length, most))
  for (const [name, values] of parseQuery(query)) {
    const length = Math.max(...values.map((value) => value.length))
    if (length > characters) throw refuse(name, describeLength(length, characters))
  }
  return query
}

function describeLength(length: number, most: number): string {
  return `it has ${length} characters. Allowed: ${most}. Leave something out`
}

function refuse(path: string, reason: string): OptionError {
  const received = path === '' ? reason : `${path}: ${reason}`
  return new OptionError({ attempt: 'create the link', received }, [{ path, message: reason }])
}

function buildUrl(context: ControlContext, session: string | undefined, query: string): string {
  const signature = context.signLink?.(query)
  const whole = [query, ...(signature === undefined ? [] : [`signature=${signature}`])].filter((part) => part !== '')
  const server = session === undefined ? context.origin + findServerPath(context) : buildSessionUrl(context, session)
  return [`${server}/_simulator/open`, ...(whole.length === 0 ? [] : [whole.join('&')])].join('?')
}
