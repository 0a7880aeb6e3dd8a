import { defineBuiltIn } from './define-built-in.ts'

// A fixed id, so that the deployments below can refer to the integration.
const INTEGRATION_ID = '6b1f7c9e-3d52-4e0a-9a4f-1c7d20e85b36'
const repositoryUrl = (name: string) => `https://github.com/marzipan-observatory/${name}`

export const firstDayScenario = defineBuiltIn({
  name: 'first-day',
  description:
    'Marzipan Observatory connected its code host an hour ago. One agent is running, and a second one is waiting for its database.',
  seed: 907,
  now: '2026-09-07T14:20:00Z',
  organization_id: 'org-marzipan-observatory',
  providers: [
    {
      // Fields that are not set, such as the ids and the client, are generated.
      record: {
        provider_id: 'github',
        name: 'GitHub',
        auth_url: 'https://github.com/login/oauth/authorize',
        token_url: 'https://github.com/login/oauth/access_token',
        uses_pkce: false,
        code_challenge_method: null,
        created_at: '2026-09-07T13:05:00Z',
        updated_at: '2026-09-07T13:05:00Z',
      },
    },
  ],
  integrations: [
    {
      id: INTEGRATION_ID,
      kind: 'standard',
      name: 'marzipan-observatory',
      // The URL of each repository is built from its owner and its name.
      repositories: [
        { record: { name: 'hello-agent', default_branch: 'main' } },
        { record: { name: 'stargazing-planner', default_branch: 'main' } },
        { record: { name: 'gift-shop', default_branch: 'trunk' } },
      ],
    },
  ],
  deployments: [
    // The newest deployment comes first, as in lists.
    {
      fixture: 'new-agent',
      record: {
        name: 'stargazing-planner-dev',
        created_at: '2026-09-07T14:18:32Z',
        updated_at: '2026-09-07T14:18:32Z',
        source_config: { integration_id: INTEGRATION_ID, repo_url: repositoryUrl('stargazing-planner') },
        source_revision_config: { repo_ref: 'main' },
      },
      revisions: [{ id: '9f04e1d1-9cd4-4f92-b9fb-7690ab9aa608', created_at: '2026-09-07T14:18:32Z' }],
    },
    {
      fixture: 'first-agent',
      record: {
        created_at: '2026-09-07T13:11:09.204518Z',
        updated_at: '2026-09-07T13:25:47.880213Z',
        source_config: { integration_id: INTEGRATION_ID, repo_url: repositoryUrl('hello-agent') },
      },
      // Its only revision. It took as long as a first one does.
      revisions: [{ id: '673e980a-0b79-459e-beaa-e51de77b2c03', created_at: '2026-09-07T13:11:09.204518Z' }],
    },
  ],
})
