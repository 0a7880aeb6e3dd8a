// The parameters that an OAuth provider adds to the URL of a callback.

import type { Parameters } from '../../../../engine/define/operation/parameter.ts'

const result = {
  code: { in: 'query', kind: 'text', description: 'The authorization code.' },
  state: { in: 'query', kind: 'text', description: 'The `auth_id` of the authentication.' },
} as const satisfies Parameters

const failure = {
  error: { in: 'query', kind: 'text', description: 'Why the provider refuses access, such as `access_denied`.' },
  error_description: { in: 'query', kind: 'text', description: 'The same in words.' },
} as const satisfies Parameters

/** The parameters of a callback, in the order of the real service. */
export const callbackQuery = { ...result, ...failure }

/** The parameters of a callback of a GitHub app, in the order of the real service. */
export const setupQuery = {
  ...result,
  setup_action: { in: 'query', kind: 'text', description: 'What the user has done: `install` or `update`.' },
  installation_id: { in: 'query', kind: 'integer', description: 'The installation.', fallback: null },
  ...failure,
} as const satisfies Parameters
