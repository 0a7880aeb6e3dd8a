import { shipScenario } from '../src/service/ship-scenario.ts'

export const emptyScenario = shipScenario({
  name: 'empty',
  description: 'An organization that has just signed up and has no data yet.',
  providers: 0,
  integrations: [],
  deployments: 0,
})
