import { on } from 'node:events'
import { startProgram } from '../../program.mjs'
import { prepareFaults } from '../sockets/faulty-session.mjs'
import { gatherMaterial } from './material.mjs'

/** After how many milliseconds without a response a program counts as hanging. */
export const CONTROL_TIMEOUT = 30_000
const WATCHDOG = new URL('watchdog.mjs', import.meta.url).href
const KNOWN_PATHS = ['/v2/auth/providers', '/v2/deployments?limit=3']

// By variant: the same options must give the same material and the same bytes in every process.
const materials = new Map()
const knownBytes = new Map()

/**
 * Starts the program with the options of a variant, and sets up what the cases need.
 *
 * @param report called for what the program must not do: `(kind, detail)`
 */
export async function startService(variant, report) {
  const blocks = []
  const program = await startProgram(variant.options, {
    path: variant.path,
    preloads: [WATCHDOG, ...(variant.preloads ?? [])],
    flags: variant.flags,
    report,
    receive: (message) => message.milliseconds !== undefined && blocks.push(message),
  })
  const control = createControl(program)
  if (!materials.has(variant.key)) materials.set(variant.key, variant.material ?? (await gatherMaterial(control)))
  await prepareFaults(control)
  blocks.length = 0
  let checks = 0
  return {
    program,
    /** The blocks of the event loop. */
    blocks,
    control,
    /** The bytes that the program takes without its garbage, and those that are resident then. */
    takeMemory: () => takeMemory(program),
    material: materials.get(variant.key),
    /** Sends requests with known responses in a new session. @returns what is wrong, or undefined */
    async check() {
      checks += 1
      try {
        return compare(variant, await readKnown(control, `check-${checks}`))
      } catch (error) {
        return `no response to a known request: ${error.message}`
      }
    },
  }
}

// The program may end meanwhile.
async function takeMemory({ child }) {
  const over = new AbortController()
  const end = () => over.abort()
  child.once('exit', end)
  const timer = setTimeout(end, CONTROL_TIMEOUT)
  try {
    child.send('take memory', () => undefined)
    for await (const [message] of on(child, 'message', { signal: over.signal })) {
      if (message.taken !== undefined) return message
    }
  } finally {
    clearTimeout(timer)
    child.off('exit', end)
  }
}

// A program that attacks have filled refuses what would add something. It responds nevertheless.
const FULL = /"Failed to answer the request: the process has taken \d+ % of its memory/

function compare({ key }, bytes) {
  if (FULL.test(bytes)) return undefined
  const known = knownBytes.get(key) ?? bytes
  knownBytes.set(key, known)
  return bytes === known ? undefined : `known: ${known.slice(0, 120)}, now: ${bytes.slice(0, 120)}`
}

async function readKnown(control, name) {
  await control('POST', '/_simulator/sessions', { name, scenario: 'default' })
  const texts = []
  for (const path of KNOWN_PATHS) texts.push(await control.read('GET', `/_s/${name}${path}`))
  await control('DELETE', `/_simulator/sessions/${name}`)
  return texts.join('\n')
}

function createControl({ port }) {
  const read = async (method, path, value) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-api-key': 'fuzz', connection: 'close' },
      body: value === undefined ? undefined : JSON.stringify(value),
      signal: AbortSignal.timeout(CONTROL_TIMEOUT),
    })
    return response.text()
  }
  const control = async (method, path, value) => {
    const text = await read(method, path, value)
    return text === '' ? undefined : JSON.parse(text)
  }
  return Object.assign(control, { read })
}
