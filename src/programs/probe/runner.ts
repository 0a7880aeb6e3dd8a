// Runs the command with variations, and remembers what happened.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capitalize } from '../../engine/input/text/capitalize.ts'
import { createHistory, type PastRun, toKey } from './history.ts'
import { type Attempt, attempt, type Variation } from './run/attempt.ts'
import { lastLines } from './run/output.ts'
import { describeLast } from './run/trace.ts'
import type { RunOutcome } from './search/findings.ts'
import type { ProbeSettings } from './settings.ts'

const MOST_LINES = 6

const MOST_CHARACTERS = 300

// ` FAIL  list.test.ts > a list > has an order`, then the message.
const findVitest: FindFailure = (lines) => {
  const found = findTitle(lines, /^ ?(?:❯ )?FAIL {1,2}(\S.* > .*)$/u)
  if (found === undefined) return undefined
  // The same failure of several tests is printed once. The stack follows without an empty line.
  const others = found.rest.filter((line) => !/^ ?FAIL /.test(line))
  const stack = others.findIndex((line) => line.startsWith(' ❯ '))
  return { test: found.test, message: takeParagraph(others.slice(0, stack < 0 ? undefined : stack)) }
}

// `  ● a list › has an order`, an empty line, then the message.
const findJest: FindFailure = (lines) => findParagraph(lines, /^ {2}● (.+)$/)

// `  1) tests/list.spec.ts:3:5 › a list › has an order ────`, an empty line, then the message.
const findPlaywright: FindFailure = (lines) => findParagraph(lines, /^ {2}1\) (.* › .*?)[ ─]*$/u)

// `FAILED test_list.py::test_order - AssertionError: ...`, at the end.
const findPytest: FindFailure = (lines) => {
  const line = lines.find((each) => /^(?:FAILED|ERROR) \S+::\S/.test(each))
  const [, test = '', message = ''] = /^\w+ (\S+::.*?)(?: - (.*))?$/.exec(line ?? '') ?? []
  if (line === undefined) return undefined
  const details = lines.filter((each) => each.startsWith('E  ')).map((each) => each.slice(1).trim())
  return { test, message: message === '' ? details.slice(0, 1) : [message] }
}

// `FAIL: test_order (test_list.ListTest.test_order)`, a traceback, then the message.
const findUnittest: FindFailure = (lines) => {
  const found = findTitle(lines, /^(?:FAIL|ERROR): (\w+ \(.*\))/)
  if (found === undefined) return undefined
  const start = found.rest.findIndex((line) => /^Traceback /.test(line))
  const message = found.rest.slice(start + 1).findIndex((line) => /^\S/.test(line))
  return start < 0 || message < 0
    ? { test: found.test, message: [] }
    : { test: found.test, message: takeParagraph(found.rest.slice(start + 1 + message)) }
}

// TAP: `not ok 1 - has an order`, then YAML with the message in `error`.
const findTap: FindFailure = (lines) => {
  const found = findTitle(lines, /^\s*not ok \d+ - (.*)$/)
  if (found === undefined) return undefined
  const end = found.rest.findIndex((line) => /^\s*\.\.\.$/.test(line))
  const fields = found.rest.slice(0, end < 0 ? undefined : end)
  const error = fields.findIndex((line) => /^\s*error:/.test(line))
  const [, text = ''] = /error: ?(.*)$/.exec(fields[error] ?? '') ?? []
  if (!text.startsWith('|')) return { test: found.test, message: [text.replace(/^(['"])(.*)\1$/, '$2')] }
  const block = fields.slice(error + 1)
  const next = block.findIndex((line) => /^\s*\w+:/.test(line))
  return { test: found.test, message: block.slice(0, next < 0 ? undefined : next) }
}

// The spec reporter of node:test repeats failing tests after a headline.
const findNodeSpec: FindFailure = (lines) => {
  const start = lines.findIndex((line) => /^✖ failing tests:$/.test(line))
  return start < 0 ? undefined : findParagraph(lines.slice(start + 1), /^✖ (.*?)(?: \([\d.]+ms\))?$/)
}

// `--- FAIL: TestOrder (0.00s)`, then the message.
const findGo: FindFailure = (lines) => {
  const found = findParagraph(lines, /^\s*--- FAIL: (\S+)/)
  return found && { ...found, message: found.message.filter((line) => !/^(?:FAIL|--- |exit status )/.test(line)) }
}

const RUNNERS = [findVitest, findJest, findPlaywright, findPytest, findUnittest, findTap, findNodeSpec, findGo]

/** Hears what a probe does. */
export interface Observer {
  onPhase(text: string): void
  /** There will be more runs, at least this many. */
  onPlan(runs: number): void
  onStart(label: string): void
  onEnd(label: string, outcome: RunOutcome, milliseconds: number): void
}

/** Runs the command, and counts. */
export type Runner = Awaited<ReturnType<typeof createRunner>>

export interface RunnerOptions {
  signal: AbortSignal
  observer: Observer
  /** The runs of the probe that is resumed. */
  earlier?: readonly PastRun[] | undefined
}

export const FAULT_ID = 'probe'

/** Creates a runner. Each run has a folder and a server of its own. */
export async function createRunner(settings: ProbeSettings, { signal, observer, earlier }: RunnerOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'deploymock-probe-'))
  const history = createHistory(earlier)
  let timeout = settings.timeout === undefined ? undefined : settings.timeout * 1000
  let started = 0
  let unchanged = 0

  const make = async (variation: Variation, label: string): Promise<Attempt> => {
    started += 1
    observer.onStart(label)
    const made = await attempt(settings, variation, { folder: join(folder, String(started)), timeout, signal })
    observer.onEnd(label, made.outcome, made.milliseconds)
    return made
  }

  return {
    async runUnchanged(label: string) {
      const made = await make({ values: {} }, label)
      unchanged += 1
      return made
    },
    /** Runs the command with a variation, or takes the outcome from the probe that is resumed. */
    async run(variation: Variation) {
      const past = history.take(variation)
      const label = describeVariation(variation)
      if (past !== undefined) observer.onEnd(label, past.outcome, 0)
      const run = past ?? summarize(variation, await make(variation, label))
      history.add(run)
      return run
    },
    setTimeout(milliseconds: number) {
      timeout ??= milliseconds
    },
    history,
    count: () => unchanged + history.list().length,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

function summarize(variation: Variation, made: Attempt): PastRun {
  const { outcome, end, trace } = made
  return {
    variation: toKey(variation),
    outcome,
    end,
    touched: [...trace.touched.keys()],
    hasApplied: trace.faults.has(FAULT_ID),
    ...(outcome === 'passed' ? {} : { failure: explainFailure(made) }),
  }
}

// What a command printed last before it was ended is seldom the reason.
function explainFailure({ outcome, end, output, trace }: Attempt): TestFailure {
  const failure = findFailure(output)
  if (failure.test !== undefined || outcome === 'failed') return failure
  const { test, message } = describeLast(trace)
  return { test, message: [capitalize(end), ...message] }
}

function describeVariation({ values, fault }: Variation): string {
  if (fault !== undefined) return `${fault.effect.kind} on ${fault.operation}`
  const count = Object.keys(values).length
  return count === 1 ? toKey({ values }) : `${count} values together`
}

/** Why a run failed: its first failing test and its message, or the last lines of its output. */
interface TestFailure {
  /** The name of the test; undefined if the test runner is not known. */
  readonly test?: string | undefined
  /** What the test runner says about it, or the last lines of the output. */
  readonly message: readonly string[]
}

interface Found {
  test: string
  rest: readonly string[]
}

/** Finds the first failing test. Undefined if the output is not that of the runner. */
type FindFailure = (lines: readonly string[]) => TestFailure | undefined

/** Finds the first failing test of Vitest, Jest, Playwright, pytest, unittest, node:test or Go in printable output. */
export function findFailure(output: string): TestFailure {
  const lines = output.split('\n').map((line) => line.trimEnd())
  for (const find of RUNNERS) {
    const failure = find(lines)
    if (failure !== undefined) return shorten(failure)
  }
  return shorten({ message: lastLines(output, MOST_LINES) })
}

/** Finds a title and the paragraph that follows. */
function findParagraph(lines: readonly string[], title: RegExp): TestFailure | undefined {
  const found = findTitle(lines, title)
  return found && { test: found.test, message: takeParagraph(found.rest) }
}

function findTitle(lines: readonly string[], pattern: RegExp): Found | undefined {
  for (const [index, line] of lines.entries()) {
    const test = pattern.exec(line)?.[1]
    if (test !== undefined) return { test, rest: lines.slice(index + 1) }
  }
  return undefined
}

/** Returns the lines up to an empty one. Empty lines before them are skipped. */
function takeParagraph(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== '')
  if (start < 0) return []
  const end = lines.findIndex((line, index) => index > start && line.trim() === '')
  return lines.slice(start, end < 0 ? undefined : end)
}

function shorten({ test, message }: TestFailure): TestFailure {
  const lines = message.map((line) => cut(line.trim())).filter((line) => line !== '')
  return { ...(test !== undefined && { test: cut(test.trim()) }), message: lines.slice(0, MOST_LINES) }
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}...`
}
