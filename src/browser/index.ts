export type { ServiceWorkerOptions } from './service-worker.ts'
export { type BrowserSimulator, type StartOptions, startSimulator } from './start-simulator.ts'
