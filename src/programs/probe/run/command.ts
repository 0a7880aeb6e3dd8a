// Runs a command and everything that it starts, and ends all of it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import type { RunOutcome } from '../search/findings.ts'
import { createOutputBuffer } from './output.ts'

export type CommandLine = readonly [string, ...string[]]

export interface CommandOptions extends Limits {
  env: Readonly<Record<string, string | undefined>>
}

/** When a command is ended. */
export interface Limits {
  /** After how many milliseconds it is ended. Default: never. */
  timeout?: number | undefined
  /** Ends it when it is aborted. */
  signal: AbortSignal
}

export interface CommandResult {
  outcome: RunOutcome
  /** Describes how it ended, e.g. `exit code 1`. */
  end: string
  milliseconds: number
  /** Its output, printable and without the middle if it is long. */
  output: string
}

/** A probe was interrupted. */
export class ProbeInterruption extends Error {}

// How long a command has to end by itself after SIGTERM, and its output to arrive after it has ended.
const GRACE_MILLISECONDS = 1000
const OUTPUT_MILLISECONDS = 250

/**
 * Runs a command in a process group of its own. When it ends, or is ended, so does everything else in
 * that group.
 *
 * @throws OptionError if the command cannot be started, and ProbeInterruption if it was aborted
 */
export async function runCommand(line: CommandLine, options: CommandOptions): Promise<CommandResult> {
  const { env, timeout, signal } = options
  if (signal.aborted) throw new ProbeInterruption()
  const start = performance.now()
  const [file, ...args] = line
  const child = spawn(file, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const buffer = createOutputBuffer()
  child.stdout.on('data', buffer.add)
  child.stderr.on('data', buffer.add)
  const ended = waitForEnd(child, line)
  const hasTimedOut = await endInTime(child, ended, options)
  const [code, killer] = await ended
  await collectRest(child)
  if (signal.aborted) throw new ProbeInterruption()
  const milliseconds = performance.now() - start
  return { ...describeEnd(code, killer, hasTimedOut ? timeout : undefined), milliseconds, output: buffer.read() }
}

async function waitForEnd(child: ChildProcess, [file, ...args]: CommandLine): Promise<[number | null, string | null]> {
  try {
    const [code, killer] = await once(child, 'exit')
    return [code, killer]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const attempt = `run ${quote(file)}`
    if (code !== 'ENOENT') {
      throw new OptionError({ attempt, received: message, advice: 'Write a command that can be run after --.' })
    }
    const hint = args.length === 0 && file.includes(' ') ? ', with each argument as a word of its own' : ''
    const advice = `Write a command of this machine after --${hint}.`
    throw new OptionError({ attempt, received: 'command not found', advice })
  }
}

/** Waits until a command has ended, or ends it. @returns whether its time was up */
async function endInTime(
  child: ChildProcess,
  ended: Promise<unknown>,
  { timeout, signal }: CommandOptions,
): Promise<boolean> {
  const finished = new AbortController()
  const timers = AbortSignal.any([signal, finished.signal])
  const isUp = timeout === undefined ? never(timers) : wait(timeout, true, { signal: timers }).catch(() => false)
  try {
    const hasTimedOut = await Promise.race([ended.then(() => false), isUp])
    if (hasTimedOut || signal.aborted) await endGroup(child, ended)
    return hasTimedOut
  } finally {
    finished.abort()
    signalGroup(child, 'SIGKILL')
  }
}

async function never(signal: AbortSignal): Promise<false> {
  if (!signal.aborted) await once(signal, 'abort')
  return false
}

async function endGroup(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  signalGroup(child, 'SIGTERM')
  const timer = new AbortController()
  await Promise.race([ended, wait(GRACE_MILLISECONDS, undefined, { signal: timer.signal }).catch(() => undefined)])
  timer.abort()
}

// The group is gone when everything in it has ended.
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// A process that has left the group may keep the pipes open for ever.
async function collectRest(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const closed = Promise.all(streams.filter((stream) => !stream.closed).map((stream) => once(stream, 'close')))
  const timer = new AbortController()
  await Promise.race([closed, wait(OUTPUT_MILLISECONDS, undefined, { signal: timer.signal }).catch(() => undefined)])
  timer.abort()
  for (const stream of streams) stream.destroy()
}

// A shell reports the signal that ended its command as an exit code above 128.
const SIGNAL_CODES = [134, 137, 139, 143]

function describeEnd(
  code: number | null,
  killer: string | null,
  timeout: number | undefined,
): Pick<CommandResult, 'outcome' | 'end'> {
  if (timeout !== undefined) return { outcome: 'timed out', end: `ended after ${(timeout / 1000).toFixed(1)} s` }
  if (killer !== null) return { outcome: 'killed', end: `signal ${killer}` }
  if (code === 0) return { outcome: 'passed', end: 'exit code 0' }
  return { outcome: code !== null && SIGNAL_CODES.includes(code) ? 'killed' : 'failed', end: `exit code ${code}` }
}
