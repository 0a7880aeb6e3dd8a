import type { PartialDeploymentRecord } from '../src/service/resources/deployments/deployment.ts'
import { defineBuiltIn } from './define-built-in.ts'

const ONE_PAGE_TAG = '00000000-0000-4000-8000-000000000100'
const ONE_MORE_TAG = '00000000-0000-4000-8000-000000000101'

// Values that no filter in the table below matches.
const ordinary = {
  status: 'READY',
  deployment_type: 'prod',
  remote_reconciled: false,
  source: 'github',
  image_version: '0.7.28',
  tag_value_ids: [],
} as const satisfies PartialDeploymentRecord

const DEPOTS_ID = '3f9b2d64-80ae-4c17-95d2-e6a4c1b07f83'

/** An agent that every depot has, built from the repository with the same name. */
const agent = (name: string) => ({
  name,
  source_config: { integration_id: DEPOTS_ID, repo_url: `https://github.com/puddlejump-depots/${name}` },
  source_revision_config: { repo_ref: 'main' },
})

const importedAt = (timestamp: string) => ({ created_at: timestamp, updated_at: timestamp })

/**
 * Each of these filters finds exactly one full page with `limit=100`, or one deployment more:
 *
 * | filter              | 100 deployments     | 101 deployments   |
 * |---------------------|---------------------|-------------------|
 * | `name_contains`     | `weighbridge-agent` | `gate-agent`      |
 * | `status`            | `UNUSED`            | `AWAITING_DELETE` |
 * | `deployment_type`   | `dev`               |                   |
 * | `image_version`     | `0.6.4`             | `0.5.41`          |
 * | `tag_value_ids`     | `…000000000100`     | `…000000000101`   |
 * | `remote_reconciled` | `true`              |                   |
 *
 * `remote_reconciled=false` and `deployment_type=prod` find 200 deployments, and a list without a filter has 300. All
 * end with a full page.
 */
export const pageEdgesScenario = defineBuiltIn({
  name: 'page-edges',
  description:
    'Puddlejump Parcels imported the agents of its depots in batches. Filters find exactly 100 or 101 of the 300 deployments, and many names and timestamps are equal.',
  seed: 101,
  now: '2026-06-15T08:00:00Z',
  // These are the defaults. They are explicit because the edges depend on the order and on the matching.
  preset: 'spec',
  assumptions: { deploymentOrdering: 'createdDescending', nameMatching: 'substring', lastPageOffset: 'returned' },
  providers: 2,
  integrations: [
    { kind: 'standard', name: 'puddlejump-parcels', repositories: 6 },
    {
      id: DEPOTS_ID,
      kind: 'alternate',
      name: 'puddlejump-depots',
      repositories: ['manifest-agent', 'weighbridge-agent', 'gate-agent', 'customs-agent'].map((name) => ({
        record: { name, default_branch: 'main' },
      })),
    },
  ],
  deployments: [
    // Equal names and timestamps, so that only ids order them, and more than the default page of 20.
    { count: 40, record: { ...ordinary, ...importedAt('2026-06-12T18:00:00Z'), ...agent('manifest-agent') } },
    {
      count: 100,
      record: {
        ...importedAt('2026-06-05T18:00:00Z'),
        ...agent('weighbridge-agent'),
        status: 'UNUSED',
        deployment_type: 'dev',
        source: 'github',
        remote_reconciled: true,
        image_version: '0.6.4',
        tag_value_ids: [ONE_PAGE_TAG],
      },
    },
    {
      count: 101,
      record: {
        ...ordinary,
        ...importedAt('2026-05-29T18:00:00Z'),
        ...agent('gate-agent'),
        status: 'AWAITING_DELETE',
        image_version: '0.5.41',
        tag_value_ids: [ONE_MORE_TAG],
      },
    },
    // Equal names, but different timestamps.
    { count: 59, record: { ...ordinary, ...agent('customs-agent') } },
  ],
})
