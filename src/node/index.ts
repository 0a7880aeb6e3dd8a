// The entry `deploymock/node`.

export type { OtherHosts } from '../interception/other-hosts.ts'
export type { BoundarySession, UnhandledRequests } from './boundary.ts'
export { type NodeSimulator, type SetupOptions, setupSimulator } from './setup-simulator.ts'
