// What a test is written from.

import type { RemoteSimulator } from '../../client/index.ts'

/** A scenario as the control API exports it. */
export type ExportedScenario = Awaited<ReturnType<RemoteSimulator['exportScenario']>>

/** What the console has to do with a simulator to write a test. */
export interface TestingSimulator {
  readonly sessions: {
    create(options: { scenario: string | ExportedScenario; trial: true }): Promise<RemoteSimulator>
    delete(name: string): Promise<boolean>
  }
  exportScenario: RemoteSimulator['exportScenario']
  state(): Promise<{ readonly strict?: boolean; readonly clock: { readonly frozen: boolean } }>
}
