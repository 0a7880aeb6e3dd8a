export { type AppOptions, createApp, type LogEntry } from './app.ts'
export { type RunningServer, type ServeOptions, serve } from './serve.ts'
