import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const PROGRAM = fileURLToPath(new URL('../dist/src/cli/bin.js', import.meta.url))
const START_TIMEOUT = 60_000
// How soon a stack trace follows its message.
const STACK_MILLISECONDS = 100
// A line of the log that holds one of these could command a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTERS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/

const running = new Set()

/**
 * Starts the program as a watched process.
 *
 * @param path its file. Default: that of the package
 * @param options of `deploymock serve`; the port is any free one
 * @param preloads modules to load into it
 * @param flags options of Node, if any
 * @param report called for everything that it must not do: `(kind, detail)`
 * @param receive called with the messages of those modules
 * @returns its port, and a function that stops it
 */
export async function startProgram(
  options,
  { path = PROGRAM, preloads = [], flags = [], report, receive = () => undefined },
) {
  const preloading = preloads.flatMap((module) => ['--import', module])
  const args = [...flags, ...preloading, path, '--port', '0', ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: buildEnvironment() })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const program = {
    child,
    port: 0,
    isStopped: false,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: () => stop(program),
  }
  const port = findPort(child)
  child.on('message', receive)
  watchOutput(program, report)
  program.port = await port
  return program
}

/** Ends all programs that were started. */
export async function stopPrograms() {
  await Promise.all([...running].map(end))
}

async function stop(program) {
  program.isStopped = true
  await end(program.child)
}

async function end(child) {
  if (!running.has(child)) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

// The developer's settings of colours and Node's options would change the output.
function buildEnvironment() {
  const { PATH, HOME, FUZZ_NODE_OPTIONS: NODE_OPTIONS = '' } = process.env
  return { PATH, HOME, NODE_OPTIONS }
}

function findPort(child) {
  return new Promise((resolve, reject) => {
    const fail = (reason) => reject(new Error(`Failed to start the program: ${reason}. Build it with npm run build.`))
    const timer = setTimeout(fail, START_TIMEOUT, `it did not listen within ${START_TIMEOUT / 1000} s`)
    child.once('exit', (code) => fail(`it ended with ${code}`))
    createInterface(child.stdout).on('line', (line) => {
      const [, port] = /^deploymock listens on \S+:(\d+)$/.exec(line) ?? []
      if (port === undefined) return
      clearTimeout(timer)
      resolve(Number(port))
    })
  })
}

function watchOutput(program, report) {
  const { child } = program
  watchComplaints(child.stderr, report)
  createInterface(child.stdout).on('line', (line) => {
    if (CONTROL_CHARACTERS.test(line)) report('control character in the log', line)
  })
  child.once('exit', (code, signal) => {
    if (!program.isStopped) report('process end', `exit code ${code}, signal ${signal}`)
  })
}

// An error is printed as its message and then its stack, line by line. All of it is one finding.
function watchComplaints(stream, report) {
  let message = ''
  let timer
  createInterface(stream).on('line', (line) => {
    // The second line of a warning.
    if (line.startsWith('(Use `node --trace-')) return
    clearTimeout(timer)
    if (!/^\s+at /.test(line)) {
      message = line
      timer = setTimeout(report, STACK_MILLISECONDS, 'other output on stderr', line)
    } else if (message !== '') {
      report('stack trace on stderr', `${message} ${line.trim()}`)
      message = ''
    }
  })
}
