// The entry `deploymock/node`.

export type { BoundarySession, OtherHosts, UnhandledRequests } from './boundary.ts'
export { type NodeSimulator, type SetupOptions, setupSimulator } from './setup-simulator.ts'
