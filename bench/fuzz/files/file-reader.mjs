// Reads files one after another as their paths come from the parent, and tells how each went.
import { readFile } from 'node:fs/promises'
import { parseDocument } from 'yaml'
import { FileError, readScenarioFile } from '../../../dist/src/files/index.js'

process.on('message', async ({ path }) => {
  const reference = measure(await readFile(path, 'utf8'), path)
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

/** What its parser alone takes for a text. */
function measure(text, path) {
  const start = process.cpuUsage()
  try {
    if (path.endsWith('.json')) JSON.parse(text)
    else parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
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
