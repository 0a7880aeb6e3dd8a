import { defineBuiltIn } from './define-built-in.ts'

export const largeScenario = defineBuiltIn({
  name: 'large',
  description: 'Thistlewick Market gives each of its merchants an agent: 100,000 deployments from 30 repositories.',
  seed: 100_000,
  now: '2026-05-19T21:00:00Z',
  tenant_id: 'c4e1d7a0-5b38-4f92-a6d3-08b7f2e9c150',
  // There are fewer well-known providers. They repeat, with other clients and numbers in their names.
  providers: 40,
  integrations: [
    { kind: 'standard', name: 'thistlewick-agents', repositories: 14 },
    { kind: 'standard', name: 'thistlewick-merchants', repositories: 9 },
    { kind: 'alternate', name: 'thistlewick-partners', repositories: 7 },
  ],
  // Only summaries are built at the start. The rest of a deployment is built when it is read.
  deployments: 100_000,
})
