// How a user installs the GitHub app, or chooses one of its installations.

import * as z from 'zod'
import { defineRefusal, refuse } from '../../engine/contract/operation/failure.ts'
import { object } from '../../engine/contract/operation/responses.ts'
import { choice, defineModel, integer, optional, text } from '../../engine/contract/operation/value.ts'
import type { GivenOf } from '../../engine/define/resource/resource.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import type { World } from '../operation.ts'
import { findInstallationId, integrations, integrationWire } from '../resources/integrations.ts'
import { type PickerSessionRecord, pickerSessions } from '../resources/picker-sessions.ts'
import { listIntegrations } from './integrations.ts'
import { defineLaterOperation, defineUnknown } from './upstream-operation.ts'

const githubInstallLinkRequest = defineModel('GithubInstallLinkRequest', {
  return_to: optional(text()),
})

const forgeGithubPickerSelectionRequest = defineModel('ForgeGithubPickerSelectionRequest', {
  action: choice(['ATTACH', 'INSTALL_NEW']),
  installation_id: optional(integer()),
})

const unknownSession = defineRefusal({
  name: 'unknown session',
  status: 404,
  text: (id: string) => `Picker session ${cutText(id, MOST_ECHOED)} not found.`,
})

/** What the URLs of a response depend on. */
interface UrlSource {
  /** What comes before the paths of the service. */
  readonly origin: string
  readonly assumptions: Assumptions
}

// A new installation has access to a few repositories.
const REPOSITORIES = 3

/** Starts an installation, and returns where the user continues it. */
function beginInstallation({ collections }: World, fields: GivenOf<typeof pickerSessions>, seen: UrlSource): string {
  return buildInstallationUrl(collections.picker_sessions.create(fields), seen)
}

/** Returns where a user continues an installation (assumption `authorizationUrl`). */
function buildInstallationUrl({ id, kind }: PickerSessionRecord, { origin, assumptions }: UrlSource): string {
  if (assumptions.authorizationUrl === 'provider') {
    const app = kind === 'standard' ? 'langsmith-deployment' : 'langsmith-forge'
    return `https://github.com/apps/${app}/installations/new?state=${id}`
  }
  const place = kind === 'standard' ? 'github' : 'forge-github'
  const query = { setup_action: 'install', installation_id: String(findInstallationId(id)), state: id }
  return `${origin}/v2/auth/setup/${place}?${new URLSearchParams(query)}`
}

/** Returns the picker session with an id. @throws ServiceError for an unknown id */
function readPickerSession({ database }: World, id: string): PickerSessionRecord {
  return database.of(pickerSessions).get(id) ?? refuse(unknownSession, id)
}

/** Adds the integration of a session with its repositories, once. Returns whether there is such a session. */
export function finishInstallation({ database, collections }: World, state: string): boolean {
  const session = database.of(pickerSessions).get(state)
  if (session === undefined) return false
  if (session.integration_id !== null) return true
  const { id: integration_id } = collections.integrations.create({ kind: session.kind })
  for (let count = 0; count < REPOSITORIES; count += 1) collections.repositories.create({ integration_id })
  collections.picker_sessions.update(session.id, { integration_id })
  return true
}

const link = object('GithubInstallLink', z.strictObject({ url: z.string().describe('Where the user continues.') }))

export const createGithubInstallationLink = defineLaterOperation({
  name: 'createGithubInstallationLink',
  method: 'POST',
  template: '/v2/integrations/github/installation-link',
  summary: 'Returns a link with which a user installs the GitHub app.',
  responses: { 200: link },
  run({ assumptions, world }, { findOrigin }) {
    const url = beginInstallation(world, { kind: 'standard' }, { origin: findOrigin(), assumptions })
    return { url }
  },
})

export const createForgeGithubInstallationLink = defineLaterOperation({
  name: 'createForgeGithubInstallationLink',
  method: 'POST',
  template: '/v2/integrations/forge-github/installation-link',
  summary: 'Returns a link with which a user installs the GitHub app of the alternate kind.',
  body: githubInstallLinkRequest,
  isBodyOptional: true,
  responses: { 200: link },
  example: () => ({ body: { return_to: 'https://app.example.com/settings' } }),
  run({ assumptions, world }, { body, findOrigin }) {
    // The whole body may be absent.
    const fields = { kind: 'alternate', return_to: body?.return_to ?? null } as const
    return { url: beginInstallation(world, fields, { origin: findOrigin(), assumptions }) }
  },
})

const sessionId = {
  in: 'path',
  kind: 'text',
  description: 'The id of the picker session: the `state` of an installation link.',
  resource: pickerSessions,
} as const

const sessionSchema = z.strictObject({
  session_id: z.string(),
  return_to: z.string().nullable().describe('Where the user goes afterwards.'),
  integration_id: z.string().nullable().describe('The integration that was chosen or installed.'),
  installations: z.array(integrationWire),
})

export const getPickerSession = defineLaterOperation({
  name: 'getPickerSession',
  method: 'GET',
  template: '/v2/integrations/forge-github/picker-sessions/{session_id}',
  summary: 'Returns the installations that a user can choose from.',
  parameters: { session_id: sessionId },
  responses: { 200: object('PickerSession', sessionSchema) },
  refusals: [unknownSession],
  run({ assumptions, world }, { values }) {
    const { id, kind, return_to, integration_id } = readPickerSession(world, values.session_id)
    const installations = listIntegrations(world, kind).map(
      (each) => integrations.toWire(each, assumptions) as z.output<typeof integrationWire>,
    )
    return { session_id: id, return_to, integration_id, installations }
  },
})

const selectionSchema = z.strictObject({
  action: z.enum(['ATTACH', 'INSTALL_NEW']),
  installation_id: z.int().nullable(),
  url: z.string().nullable().describe('Where the user continues.'),
})

const unknownInstallation = defineUnknown('Installation')
const noInstallation = defineRefusal({
  name: 'no installation to attach',
  status: 400,
  text: "'installation_id' is required to attach.",
})

export const createPickerSessionSelection = defineLaterOperation({
  name: 'createPickerSessionSelection',
  method: 'POST',
  template: '/v2/integrations/forge-github/picker-sessions/{session_id}/selection',
  summary: 'Chooses an installation, or starts another one.',
  parameters: { session_id: sessionId },
  body: forgeGithubPickerSelectionRequest,
  responses: { 200: object('PickerSelection', selectionSchema) },
  refusals: [unknownSession, unknownInstallation, noInstallation],
  example: () => ({ body: { action: 'INSTALL_NEW' } }),
  run({ assumptions, world }, { values, body: { action, installation_id: requestedId }, findOrigin }) {
    const session = readPickerSession(world, values.session_id)
    if (action === 'INSTALL_NEW') {
      const url = buildInstallationUrl(session, { origin: findOrigin(), assumptions })
      return { action, installation_id: null, url }
    }
    if (requestedId === null) refuse(noInstallation)
    const installation_id = Number(requestedId)
    const chosen = listIntegrations(world, session.kind).find(({ id }) => findInstallationId(id) === installation_id)
    if (chosen === undefined) refuse(unknownInstallation, String(requestedId))
    world.collections.picker_sessions.update(session.id, { integration_id: chosen.id })
    return { action, installation_id, url: session.return_to }
  },
})
