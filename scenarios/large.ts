import { shipScenario } from '../src/core/scenario.ts'

export const largeScenario = shipScenario({
  name: 'large',
  description:
    'Thistlewick Market gives each of its merchants an agent: 100,000 deployments of a few dozen repositories.',
  seed: 100_000,
  now: '2026-05-19T21:00:00Z',
  tenant_id: 'c4e1d7a0-5b38-4f92-a6d3-08b7f2e9c150',
  // More than there are well-known ones: the same once more, each with a further client.
  providers: 40,
  integrations: [
    { kind: 'standard', name: 'thistlewick-agents', repositories: 14 },
    { kind: 'standard', name: 'thistlewick-merchants', repositories: 9 },
    { kind: 'alternate', name: 'thistlewick-partners', repositories: 7 },
  ],
  // A number, not a list: what is not asked for is not made.
  deployments: 100_000,
})
