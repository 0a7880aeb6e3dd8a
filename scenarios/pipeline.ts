import { defineBuiltIn } from './define-built-in.ts'

const FERRIES_ID = 'b5c0a9d3-2e74-4f68-8d1b-6a90c3e7f241'
const repositoryUrl = (name: string) => `https://github.com/gooseberry-ferries/${name}`

/** A revision of a commit, as a push to the main branch starts it. */
const push = (created_at: string, commit: string, outcome: 'succeeds' | 'buildFails' | 'skipped' = 'succeeds') => ({
  created_at,
  outcome,
  source_revision_config: { repo_ref: 'main', repo_commit_sha: commit },
})

/** A revision of an image that a build of their own has pushed. */
const image = (created_at: string, digest: string) => ({
  created_at,
  source_revision_config: { image_uri: `registry.example/gooseberry-ferries/harbour-weather@sha256:${digest}` },
})

// The commits of the booking agent. The team rolled back to the third one on Thursday.
const [CABINS, FARES, FARES_FIXED, REFUNDS] = [
  '4be1c7709d53a86f21e09bb4c6f0d8817a35e2cd',
  '91f26d0ab7c84e35d60f12e97b3a5c48d2e6f710',
  'c07d5be318f94a62e7b1d08a4c59f6e23b10a7d4',
  '2a8f64e19c07b3d5f8416ea0d97c2b35e01f4c68',
] as const

const LAST_ID = '2021fc3b-4912-4aad-a7ff-13342fdf366c'

export const pipelineScenario = defineBuiltIn({
  name: 'pipeline',
  description:
    'Friday afternoon at Gooseberry Ferries. A small team has deployed its agents all week: two builds failed, one version was rolled back, and the last rollout of the week is under way.',
  seed: 1009,
  now: '2026-10-09T15:00:00Z',
  organization_id: 'org-gooseberry-ferries',
  tenant_id: '7e1d40b6-95c2-4a3f-b8e7-20d96f13ca58',
  // Only the real service shows revisions and their logs.
  preset: 'langsmith',
  providers: 2,
  integrations: [
    {
      id: FERRIES_ID,
      kind: 'standard',
      name: 'gooseberry-ferries',
      repositories: ['booking-agent', 'timetable-agent', 'crew-roster'].map((name) => ({
        record: { name, default_branch: 'main' },
      })),
    },
  ],
  deployments: [
    {
      record: { name: 'lost-property', status: 'READY', source: 'internal_source', deployment_type: 'dev' },
      // Deployed from a laptop, with the command line.
      revisions: [{ created_at: '2026-10-08T11:05:12Z' }],
    },
    {
      record: { name: 'harbour-weather', status: 'READY', source: 'internal_docker', deployment_type: 'prod' },
      revisions: [
        image('2026-08-17T07:40:00Z', '5d0f1c8e7a9b24363f61d5c0e8b79a2415c3d6e0f4a7b8c9d1e2f30415263748'),
        image('2026-10-07T05:52:41Z', 'e4a19b70c52d683f8b06d7e1a95c3f42086b1d7ea3c5f9024e6d8b07a1c3e5f9'),
      ],
    },
    {
      record: {
        name: 'timetable-agent',
        status: 'READY',
        source: 'github',
        deployment_type: 'prod',
        source_config: { integration_id: FERRIES_ID, repo_url: repositoryUrl('timetable-agent') },
      },
      revisions: [
        push('2026-09-24T09:18:30Z', '7c15e9d2b048f6a3917d05ce82b64fa1d3907e5b'),
        push('2026-10-05T10:31:08Z', 'a6e30f7b1d92c8454fe06b7d19c35a820b7f41e6'),
        push('2026-10-07T08:04:55Z', '0d7b92c6e4f81a35b09c67de2415fa38c96e70b2', 'buildFails'),
        push('2026-10-07T08:29:10Z', '58e1a4c7f60b392d7d8f15e0b46a9c2310fd7e85'),
        // Two more pushes while the first fix was rolled out. The later one replaced the other.
        push('2026-10-07T08:31:02Z', 'f39c06b8d17e52a4c8056bf9e31d74a02d6b8e15', 'skipped'),
        push('2026-10-07T08:32:20Z', '6b40d7e92f1c83a5e7d09b14c6f582a30e9d1b74'),
        // Nobody deploys on a Friday afternoon.
        { ...push('2026-10-09T14:57:21Z', 'd28e5b07f4a1c963b05f7e182d9c64a0e3b7f15c'), id: LAST_ID },
      ],
    },
    {
      record: {
        name: 'booking-agent',
        status: 'READY',
        source: 'github',
        deployment_type: 'prod',
        source_config: { integration_id: FERRIES_ID, repo_url: repositoryUrl('booking-agent') },
      },
      revisions: [
        push('2026-09-29T07:10:44Z', '3f5a8d10c7e92b64d58f01ab6e7c943205d8e1f7'),
        push('2026-10-05T06:42:17Z', CABINS),
        push('2026-10-06T07:15:33Z', FARES, 'buildFails'),
        push('2026-10-06T07:41:05Z', FARES_FIXED),
        // This version answered every question about refunds with a timetable.
        push('2026-10-08T12:20:48Z', REFUNDS),
        push('2026-10-08T13:02:09Z', FARES_FIXED),
      ],
    },
    {
      record: {
        name: 'crew-roster',
        status: 'UNUSED',
        source: 'github',
        deployment_type: 'dev',
        source_config: { integration_id: FERRIES_ID, repo_url: repositoryUrl('crew-roster') },
      },
      revisions: [push('2026-04-21T13:37:00Z', '81c0f7d35e6b2a94c7d8e01f5b36a9247e0d5c18')],
    },
  ],
  changes: {
    // The last rollout continues: its build ends about two minutes later.
    timeline: [
      {
        due: 124_996_000,
        resource: 'revisions',
        id: LAST_ID,
        when: { status: 'BUILDING' },
        set: { status: 'AWAITING_DEPLOY' },
      },
    ],
  },
})
