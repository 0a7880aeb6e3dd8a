// What the server and the command line load when an agent comes. It is a bundle of its own, so that nothing else grows.

export { connect } from '../client/connect.ts'
export { createAgent } from './agent.ts'
export { createMcpEndpoint } from './http.ts'
export { serveStdio } from './stdio.ts'
