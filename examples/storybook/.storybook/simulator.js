import { createSimulator } from 'deploymock'

export const simulator = createSimulator({ baseUrl: 'https://api.example.com', clock: 'running' })
