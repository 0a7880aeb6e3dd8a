import { everyField } from '../fixtures/every-field.ts'
import { defineBuiltIn } from './define-built-in.ts'

const TOKEN_ID = '94e1b7c0-2f5d-4836-a9c7-50d8e3f6b214'
const USER_ID = 'f30a6d92-c15e-4b87-8d04-e9b27c5163fa'
const EXPIRES = '2026-11-16T10:00:00Z'

// The ids of deployments that are being deleted, which were like those that remain.
const GONE = [
  'b6f0d1e8-47a3-4c52-9b1e-83d5c7f2a096',
  '2c95e7a4-80d6-4f31-b7e2-1f4a6d9c5b08',
  'e84b3f17-5a9c-4d60-8c25-97f1b0d6e3a4',
] as const

const times = { created_at: '2026-11-16T08:30:00Z', updated_at: '2026-11-16T08:45:00Z' } as const

export const everyFieldScenario = defineBuiltIn({
  name: 'every-field',
  description:
    'Quillfeather Atlas leaves nothing blank. Each field of each kind of record has a value somewhere, down to the last volume mount.',
  seed: 2027,
  now: '2026-11-16T09:00:00Z',
  organization_id: 'org-quillfeather-atlas',
  tenant_id: everyField.tenantId,
  // It shows the most fields.
  preset: 'langsmith-next',
  providers: [
    {
      record: {
        name: 'Slack',
        provider_id: 'slack',
        auth_url: 'https://slack.com/oauth/v2/authorize',
        token_url: 'https://slack.com/api/oauth.v2.access',
        provider_type: 'slack',
        mcp_server_url: 'https://mcp.slack.example/mcp',
      },
    },
  ],
  integrations: [
    {
      id: everyField.integrationId,
      kind: 'standard',
      name: 'quillfeather-atlas',
      repositories: [{ record: { name: 'atlas-agent', default_branch: 'main' } }],
    },
  ],
  listeners: [{ record: { id: everyField.listenerId, version: '0.13.24' } }],
  tokens: [{ record: { id: TOKEN_ID, metadata: { team: 'maps' }, expires_at: EXPIRES } }],
  connections: 1,
  deployments: everyField.deployments.map((record) => ({ record })),
  changes: {
    authentications: {
      added: [
        {
          id: '06d9f2b3-a81c-4e75-93f0-b4c7e15d28a6',
          provider_id: 'slack',
          user_id: USER_ID,
          agent_id: 'atlas',
          scopes: ['openid', 'email'],
          is_default: true,
          token_id: TOKEN_ID,
          status: 'completed',
          ...times,
        },
      ],
    },
    picker_sessions: {
      added: [
        {
          id: '83b5a0e7-1d64-4f29-8ec3-6a70d9f4c512',
          kind: 'standard',
          return_to: 'https://atlas.example/settings',
          integration_id: everyField.integrationId,
          ...times,
        },
      ],
    },
    deletions: {
      added: everyField.deployments.map((deployment, index) => {
        const id = GONE[index] as string
        const name = `${deployment.name}-old`
        return { id, name, state: 'AWAITING_DELETE', keeps_project: true, deployment: { ...deployment, id, name } }
      }),
    },
    uploads: {
      added: [
        {
          id: 'c7e2406d-9f3b-4a18-b5d0-f1846e7a3c92',
          deployment_id: everyField.deployments[2].id,
          object_path: 'deployments/legend-agent/source.tar.gz',
          token: 'mock-upload',
          sha256: '1f6c0d9e8b7a254361f05dc0e8b79a2415c3d6e0f4a7b8c9d1e2f304152637a8',
          size: 48_213,
          ...times,
        },
      ],
    },
  },
})
