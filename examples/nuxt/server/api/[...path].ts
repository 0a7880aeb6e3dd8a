import { createSimulator } from 'deploymock/fetch'

const simulator = createSimulator({ baseUrl: '/api', scenario: 'busy', clock: 'running' })

export default defineEventHandler((event) => simulator.fetch(toWebRequest(event)))
