// What a test is written from.

import type { ExplainedEntry, RemoteSimulator } from '../../client/index.ts'
import type { LoggedRequest } from './copied-request.ts'

/** A logged request with the response that the client got. */
export interface TestedRequest extends ExplainedEntry, Pick<LoggedRequest, 'request'> {
  /** Null if there was no response, or if the request log does not have it. */
  readonly response: { readonly body: string | null; readonly isWhole: boolean; readonly isBinary: boolean } | null
}

/** A scenario as the control API exports it. */
export type ExportedScenario = Awaited<ReturnType<RemoteSimulator['exportScenario']>>

/** What the console has to do with a simulator to write a test. */
export interface TestingSimulator {
  readonly sessions: {
    create(options: { scenario: string | ExportedScenario; trial: true }): Promise<RemoteSimulator>
    delete(name: string): Promise<boolean>
  }
  exportScenario: RemoteSimulator['exportScenario']
  state(): Promise<{ readonly strict?: boolean }>
}
