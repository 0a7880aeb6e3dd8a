import { defineBuiltIn } from './define-built-in.ts'

export const defaultScenario = defineBuiltIn({
  name: 'default',
  description: 'A small software company with agents for every department. Most deployments are READY.',
  providers: 6,
  integrations: [
    { kind: 'standard', name: 'lumen-works', repositories: 12 },
    { kind: 'standard', name: 'lumen-labs', repositories: 7 },
    { kind: 'alternate', name: 'lumen-platform', repositories: 8 },
    { kind: 'alternate', name: 'lumen-archive', repositories: 5 },
  ],
  deployments: 60,
})
