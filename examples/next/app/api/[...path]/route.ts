import { createSimulator } from 'deploymock/fetch'

const { fetch } = createSimulator({ baseUrl: '/api', scenario: 'busy', clock: 'running' })

export { fetch as DELETE, fetch as GET, fetch as PATCH, fetch as POST, fetch as PUT }
