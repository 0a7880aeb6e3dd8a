// Executes the steps of the Dockerfile without Docker, in an empty folder, and runs the result as compose.yaml does.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { buildStage, openFolder, readContext } from './container/build.mjs'
import { readStages } from './container/dockerfile.mjs'
import { runImage } from './container/run.mjs'

const SOURCES = fileURLToPath(new URL('../', import.meta.url))
const read = (name) => readFileSync(join(SOURCES, name), 'utf8')

const print = (line) => process.stdout.write(`${line}\n`)

const scratch = mkdtempSync(join(tmpdir(), 'deploymock-container-'))
openFolder(scratch)
try {
  const context = readContext(SOURCES)
  const built = {}
  let image
  for (const [index, stage] of readStages(read('Dockerfile')).entries()) {
    print(`${stage.image}${stage.name === '' ? '' : ` as ${stage.name}`}, here with Node ${process.version}:`)
    image = buildStage(stage, { root: join(scratch, String(index)), context, built, print })
    built[stage.name] = image
  }
  print('The container:')
  const { command } = parse(read('compose.yaml')).services.deploymock
  const args = command.map((word) => word.replace(/^\$\{\w+:\?.*\}$/, 'a-token'))
  await runImage(image, args, print)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
