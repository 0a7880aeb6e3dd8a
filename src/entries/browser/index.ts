// The entry `deploymock/browser`.

export type { OtherHosts } from '../interception/other-hosts.ts'
export type { UnhandledRequests } from './page-requests.ts'
export type { ServiceWorkerOptions } from './service-worker.ts'
export { type BrowserSimulator, type StartOptions, startSimulator } from './start-simulator.ts'
