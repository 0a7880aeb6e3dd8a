/** The names of all resources, for code that must not load their schemas. Parents come before their children. */
export const RESOURCE_NAMES = [
  'providers',
  'integrations',
  'repositories',
  'listeners',
  'tokens',
  'connections',
  'authentications',
  'token_events',
  'picker_sessions',
  'deployments',
  'revisions',
  'deletions',
  'uploads',
] as const
