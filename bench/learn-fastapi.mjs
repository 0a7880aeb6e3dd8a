// node bench/learn-fastapi.mjs [--python python3]
// Learns what a service written with FastAPI does, and compares that with what it was written to do.

import { execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PROGRAM } from './program.mjs'

const PORT = 4821
const URL_OF_SERVICE = `http://127.0.0.1:${PORT}`
const MOST_ATTEMPTS = 100
// No response contains a tag, and only the status of the response to a malformed id is one that the register knows.
const HIDDEN = ['tagMatching', 'malformedIdInList']

/** What the service was written to do, and what FastAPI does by itself. */
const ACTUAL = {
  repositoryPaths: 'v1',
  repositoryFields: 'short',
  repositoryIdType: 'string',
  repositoryEnvelope: 'array',
  integrationIdFormat: 'uuid',
  unknownIntegration: 'empty',
  providerOrdering: 'created',
  deploymentOrdering: 'updatedDescending',
  lastPageOffset: 'zeroAtEnd',
  optionalFields: 'null',
  nullableFields: 'some',
  recordShape: 'written',
  unknownFields: 'none',
  secretValues: 'masked',
  timestampFormat: 'millisecondsZ',
  unknownStatus: 'empty',
  nameMatching: 'substringIgnoringCase',
  imageVersionMatching: 'prefix',
  tagMatching: 'all',
  malformedIdInList: '422',
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

const { values } = parseArgs({ options: { python: { type: 'string', default: 'python3' } } })
const folder = fileURLToPath(new URL('learn/fastapi', import.meta.url))
const args = ['-m', 'uvicorn', 'service:app', '--port', String(PORT), '--log-level', 'warning']
const service = spawn(values.python, args, {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
})
try {
  await waitForService()
  const { assumptions } = JSON.parse(await learn())
  const wrong = Object.entries(assumptions).filter(([id, value]) => ACTUAL[id] !== value)
  const missed = Object.keys(ACTUAL).filter((id) => !HIDDEN.includes(id) && assumptions[id] === undefined)
  for (const [id, value] of wrong) console.log(`Wrong: ${id}=${value} instead of ${ACTUAL[id]}`)
  for (const id of missed) console.log(`Undecided: ${id}=${ACTUAL[id]}`)
  console.log(`${Object.keys(assumptions).length} decided, ${wrong.length} wrong, ${missed.length} missed`)
  process.exitCode = wrong.length + missed.length > 0 ? 1 : 0
} finally {
  service.kill()
}

/** Learns the service. It exits with 1, because nothing in the register explains one of the responses. */
function learn() {
  const command = [PROGRAM, 'learn', URL_OF_SERVICE, '--preset', 'spec', '--rate', '100', '--json']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, (error, out, err) => {
      if (error !== null && error.code !== 1) reject(new Error(err))
      else resolve(out)
    })
  })
}

async function waitForService() {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    if (service.exitCode !== null) break
    const response = await fetch(`${URL_OF_SERVICE}/v2/auth/providers`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(
    `Failed to start the service with ${values.python}. Install fastapi and uvicorn for it, and free port ${PORT}.`,
  )
}
