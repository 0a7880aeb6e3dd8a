// What the server and the command line load when an agent comes. It is a bundle of its own, so that nothing else grows.

export { createAgent, nameWorld } from './agent.ts'
export { connectToAny as connect } from './connect-to-any.ts'
export { createMcpEndpoint } from './http.ts'
export { serveStdio } from './stdio.ts'
