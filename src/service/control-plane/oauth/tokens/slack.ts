// Slack, for which a workspace has tokens of its own.

/** The provider whose tokens belong to the whole workspace. */
export const SLACK = { provider_id: 'slack' } as const
