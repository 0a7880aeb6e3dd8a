// Starts the installation of the GitHub app.

import * as z from 'zod'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { object } from '../../../engine/define/operation/responses.ts'
import { beginInstallation } from '../oauth/callbacks/installations.ts'
import { githubInstallLinkRequest } from './bodies.ts'

const link = object('GithubInstallLink', z.strictObject({ url: z.string().describe('Where the user continues.') }))

/** Starts the installation of the GitHub app. */
export const createGithubInstallationLink = defineOperation({
  name: 'createGithubInstallationLink',
  method: 'POST',
  template: '/v2/integrations/github/installation-link',
  summary: 'Returns a link with which a user installs the GitHub app.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  responses: { 200: link },
  run({ assumptions, world }, { findOrigin }) {
    const fields = { kind: 'standard', return_to: null } as const
    return { url: beginInstallation(world, { fields, origin: findOrigin(), assumptions }) }
  },
})

/** Starts the installation of the GitHub app of the alternate kind. */
export const createForgeGithubInstallationLink = defineOperation({
  name: 'createForgeGithubInstallationLink',
  method: 'POST',
  template: '/v2/integrations/forge-github/installation-link',
  summary: 'Returns a link with which a user installs the GitHub app of the alternate kind.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  body: githubInstallLinkRequest,
  isBodyOptional: true,
  responses: { 200: link },
  example: () => ({ body: { return_to: 'https://app.example.com/settings' } }),
  run({ assumptions, world }, { body, findOrigin }) {
    // The whole body may be absent.
    const fields = { kind: 'alternate', return_to: body?.return_to ?? null } as const
    return { url: beginInstallation(world, { fields, origin: findOrigin(), assumptions }) }
  },
})
