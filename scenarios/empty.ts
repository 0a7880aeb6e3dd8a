import { shipScenario } from '../src/core/scenario.ts'

export const emptyScenario = shipScenario({
  name: 'empty',
  description: 'An organization that has just signed up: nothing is there yet.',
  providers: 0,
  integrations: [],
  deployments: 0,
})
