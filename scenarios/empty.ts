import { defineBuiltIn } from './define-built-in.ts'

export const emptyScenario = defineBuiltIn({
  name: 'empty',
  description: 'An organization that has just signed up and has no data yet.',
  providers: 0,
  integrations: [],
  deployments: 0,
})
