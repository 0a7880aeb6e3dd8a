// Reads files one after another as their paths come from the parent, and tells how each went.
import { readFile } from 'node:fs/promises'
import { parseDocument } from 'yaml'
import { FileError, readScenarioFile } from '../../../dist/src/files/index.js'

process.on('message', async ({ path }) => {
  const reference = measure(await readFile(path, 'utf8'))
  const start = process.cpuUsage()
  const outcome = await read(path)
  process.send({ path, reference, milliseconds: elapsed(start), ...outcome })
})

async function read(path) {
  try {
    await readScenarioFile(path)
    return { kind: 'read' }
  } catch (error) {
    if (error instanceof FileError)
      return { kind: 'rejected', message: error.message.slice(0, 1000), length: error.message.length }
    return { kind: 'failed', message: String(error?.stack ?? error) }
  }
}

// What the parser alone takes that keeps places, which is what errors are told with; of JSON, too.
function measure(text) {
  const start = process.cpuUsage()
  try {
    parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
  } catch {
    // As far as it came.
  }
  return elapsed(start)
}

function elapsed(start) {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

process.once('disconnect', () => process.exit())
