// Reads the files whose paths the parent sends, one after another, and reports the results.
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

// Measures only the parser that keeps positions, which errors need. It also parses JSON.
function measure(text) {
  const start = process.cpuUsage()
  try {
    parseDocument(text, { uniqueKeys: false, logLevel: 'silent' })
  } catch {
    // Parsing ended with an error.
  }
  return elapsed(start)
}

function elapsed(start) {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

process.once('disconnect', () => process.exit())
