// The entry `deploymock/server`.

export { type AppOptions, createApp, type ServiceApp } from './app.ts'
export type { TlsOptions } from './connections/tls.ts'
export type { ServiceOptions } from './given-simulator.ts'
export type { LogEntry } from './request-log.ts'
export { type RunningServer, type RunningService, type ServeOptions, serve } from './serve.ts'
