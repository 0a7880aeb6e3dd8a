// A service with FastAPI: `service.py`, which names its choices.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const preset = 'spec'

/**
 * What it was written to do, and what FastAPI does by itself. No response contains a tag, and of the response to a
 * malformed id, only the status is one that the register knows.
 */
export const actual = {
  repositoryPaths: 'v1',
  repositoryFields: 'short',
  repositoryIdType: 'string',
  repositoryEnvelope: 'array',
  integrationIdFormat: 'uuid',
  unknownIntegration: 'empty',
  providerOrdering: 'created',
  deploymentOrdering: 'updatedDescending',
  lastPageOffset: 'zeroAtEnd',
  optionalFields: 'absent',
  nullableFields: 'some',
  recordShape: 'written',
  unknownFields: 'none',
  secretValues: 'masked',
  timestampFormat: 'millisecondsZ',
  unknownStatus: 'empty',
  nameMatching: 'substringIgnoringCase',
  imageVersionMatching: 'prefix',
  emptyFilter: 'ignored',
  repeatedParameter: 'last',
  unknownParameter: 'ignored',
  newerParameters: 'ignored',
  nullParameter: 'text',
  integerSyntax: 'pydantic',
  booleanSyntax: 'pydantic',
  offsetBeyondEnd: '404',
  errorBody: 'fastapi',
  validationStatus: '422',
  requestSize: 'large',
  methodNotAllowed: '405',
  headRequests: '405',
  trailingSlash: '404',
  authentication: 'none',
  deploymentFeature: 'enabled',
  crossOrigin: 'none',
  operations: 'written',
  versionPrefix: 'root',
  documentation: 'absent',
}

/** Questions that it answers with none of their values. */
export const undescribed = ['repositoryOrdering']

/** Differences that have no question: each a pattern that has to be in the report. */
export const deviations = [/GET \/v2\/deployments\?\S*deployment_ids/]

const MOST_ATTEMPTS = 300

export async function start(port, { python }) {
  const args = ['-m', 'uvicorn', 'service:app', '--port', String(port), '--log-level', 'warning']
  const service = spawn(python, args, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  for (let attempt = 0; attempt < MOST_ATTEMPTS && service.exitCode === null; attempt += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/v2/auth/providers`).catch(() => undefined)
    if (response?.ok) return () => service.kill()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  service.kill()
  throw new Error(
    `Failed to start the service with ${python}. Install fastapi and uvicorn for it, and free port ${port}.`,
  )
}
