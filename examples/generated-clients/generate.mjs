// Generates a client with each tool, for each preset.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createClient } from '@hey-api/openapi-ts'

const run = (...args) => execFileSync('npx', args, { stdio: 'inherit', shell: process.platform === 'win32' })

rmSync('generated', { recursive: true, force: true })
for (const preset of ['spec', 'langsmith']) {
  const folder = `generated/${preset}`
  const document = `${folder}/openapi.json`
  mkdirSync(folder, { recursive: true })
  run('deploymock', 'openapi', '--preset', preset, '--output', document)
  run('openapi-typescript', document, '--output', `${folder}/schema.d.ts`)
  // Node needs the extensions of imported files.
  await createClient({ input: document, output: { path: `${folder}/sdk`, module: { extension: '.js' } } })
}
