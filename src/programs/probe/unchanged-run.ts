// Runs the command unchanged, to see that it passes and what its requests depend on.

import { OptionError, type Problem } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { formatCommand } from '../../engine/input/text/shell.ts'
import { type Attempt, VARIABLES } from './run/attempt.ts'
import { lastLines } from './run/output.ts'
import { describeLast, type Trace } from './run/trace.ts'
import type { Runner } from './runner.ts'
import { mapParallel } from './search/parallel.ts'
import type { ProbeSettings } from './settings.ts'

export interface UnchangedRun {
  readonly trace: Trace
  /** How long its slowest run took. */
  readonly milliseconds: number
}

/** The unchanged command did not pass, or sent no request. */
export class UnchangedRunError extends OptionError {
  override readonly name = 'UnchangedRunError'
  readonly output: readonly string[]

  constructor(problem: Problem, output: readonly string[]) {
    super(problem)
    this.output = output
  }
}

const MOST_LINES = 100

/**
 * Runs the command unchanged, twice. If there will be several runs at once, the second time it is run
 * as often at once, because a command that uses a fixed port or file does not pass then.
 *
 * @throws UnchangedRunError if it does not pass, or if its requests cannot be observed
 */
export async function runUnchanged(runner: Runner, settings: ProbeSettings): Promise<UnchangedRun> {
  const first = await runner.runUnchanged('unchanged')
  if (first.outcome === 'passed') assertReached(first.trace, settings)
  const copies = first.outcome === 'passed' ? settings.parallel : 1
  const second = await mapParallel(Array.from({ length: copies }), copies, () =>
    runner.runUnchanged('unchanged, again'),
  )
  const failed = [first, ...second].find(({ outcome }) => outcome !== 'passed')
  if (failed !== undefined) throw describeFailure(failed, [first, ...second], settings)
  return { trace: first.trace, milliseconds: Math.max(...[first, ...second].map((each) => each.milliseconds)) }
}

function describeFailure(failed: Attempt, all: readonly Attempt[], settings: ProbeSettings): UnchangedRunError {
  const attempt = `probe ${quote(formatCommand(settings.command))}`
  const output = [...lastLines(failed.output, MOST_LINES), ...listUnended(failed)]
  const [first, ...others] = all
  if (others.every(({ outcome }) => outcome !== 'passed') && first?.outcome !== 'passed') {
    const received = `it fails unchanged (${failed.end})`
    return new UnchangedRunError({ attempt, received, advice: 'Make it pass first.' }, output)
  }
  if (others.length > 1) {
    const received = `it passes alone, but not when it runs ${others.length} times at once (${failed.end})`
    const advice = 'Use --parallel 1, or give each run ports and files of its own.'
    return new UnchangedRunError({ attempt, received, advice }, output)
  }
  const received = `it is flaky: unchanged, it passed once and failed once (${failed.end})`
  return new UnchangedRunError({ attempt, received, advice: 'Make it pass every time first.' }, output)
}

function listUnended({ outcome, trace }: Attempt): readonly string[] {
  if (outcome === 'failed') return []
  const { test, message } = describeLast(trace)
  return [...(test === undefined ? [] : [`The last test that sent a request: ${test}`]), ...message]
}

function assertReached({ simulators, requests, ignored }: Trace, { command, urlEnv, declared }: ProbeSettings): void {
  if (requests > 0) return
  const other = [...ignored].map(quote).join(', ')
  const set = [VARIABLES.trace, ...(urlEnv === undefined ? [] : [urlEnv])].join(' and ')
  const known =
    other === ''
      ? ''
      : `Simulators of ${other} started, and the probe is about ${quote(declared.title)}: name another service with --service FILE. `
  const advice =
    urlEnv === undefined
      ? `It waited for a simulator of deploymock/node, /vitest or /playwright, or of deploymock serve, in a process that inherits this variable; ${simulators === 0 ? 'none' : `${simulators}`} started. For any other client, name the variable in which it expects the URL of the service: --url-env API_URL.`
      : `It waited for requests to the URL in ${urlEnv}. Use the variable that your client reads.`
  throw new UnchangedRunError(
    {
      attempt: `probe ${quote(formatCommand(command))}`,
      received: 'it passed, but no simulator received a request',
      advice: `${known}The variables that it set: ${set}. ${advice}`,
    },
    [],
  )
}
