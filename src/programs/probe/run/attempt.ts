// Runs the command once, with a server of its own if it needs one.

import { mkdir, rm } from 'node:fs/promises'
import type { FaultEffect } from '../../../engine/faults/fault.ts'
import { type BuildHooks, createSimulator, type RunSettings } from '../../../engine/simulator/simulator.ts'
import { TRACE_VARIABLE } from '../../../entries/run/create-in-run.ts'
import { ENVIRONMENT } from '../../../entries/run/environment.ts'
import { withMemoryLimit } from '../../../memory-limit.ts'
import { type RunningServer, serve } from '../../../server/index.ts'
import { type AssumedValues, formatValues } from '../search/values.ts'
import type { ProbeSettings } from '../settings.ts'
import { type CommandResult, type Limits, runCommand } from './command.ts'
import { addRequest, createTrace, noteRequest, readTraces, type Trace } from './trace.ts'

/** What differs from the unchanged command: values, or a fault that applies to one request of an operation. */
export interface Variation {
  readonly values: AssumedValues
  readonly fault?: { id: string; operation: string; effect: FaultEffect; times: number } | undefined
}

/** How a run ended, and what its requests depended on. */
export interface Attempt extends CommandResult {
  readonly trace: Trace
}

/** The variables that vary a run. A probe sets them itself, so the command does not inherit them. */
export const VARIABLES = { ...ENVIRONMENT, trace: TRACE_VARIABLE }

interface AttemptOptions extends Limits {
  readonly folder: string
}

/**
 * Runs the command once. In-process simulators are varied by variables, and a server by its options.
 *
 * @param options.folder a new folder for this run alone
 */
export async function attempt(
  settings: ProbeSettings,
  { values, fault }: Variation,
  { folder, ...options }: AttemptOptions,
): Promise<Attempt> {
  const { command, urlEnv, base, declared } = settings
  const assumed = { ...base, ...values }
  const faults = fault === undefined ? [] : [fault]
  const trace = createTrace()
  await mkdir(folder)
  const run = { assumptions: assumed, faults }
  const server = urlEnv === undefined ? undefined : await startServer(settings, run, trace)
  try {
    const env = {
      ...inheritVariables(),
      // pytest and others cut their failures at the width of the terminal, which is 80 columns if there is none.
      COLUMNS: '500',
      [VARIABLES.trace]: folder,
      [VARIABLES.service]: declared.title,
      ...(Object.keys(assumed).length > 0 && { [VARIABLES.assume]: formatValues(assumed) }),
      ...(faults.length > 0 && { [VARIABLES.faults]: JSON.stringify(faults) }),
      ...(urlEnv !== undefined && server !== undefined && { [urlEnv]: server.url }),
    }
    const result = await runCommand(command, { env, ...options })
    await readTraces(folder, trace)
    return { ...result, trace }
  } finally {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function inheritVariables(): Record<string, string | undefined> {
  const own: readonly string[] = Object.values(VARIABLES)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.includes(name)))
}

/** Starts a server on a free port, with a world of its own. */
async function startServer(
  { declared, scenario }: ProbeSettings,
  run: RunSettings,
  trace: Trace,
): Promise<RunningServer> {
  const onRefused: BuildHooks['onRefused'] = ({ message }) => void trace.refusals.add(message)
  const simulator = createSimulator(declared, withMemoryLimit({ scenario, clock: 'running' }), { run, onRefused })
  trace.simulators += 1
  simulator.events.listen((event, explain) => {
    if (event.type !== 'request') return
    noteRequest(trace, { ...event.request, at: Date.now() })
    const explained = explain()
    if (explained === undefined) return
    addRequest(trace, { ...event.request, values: explained.entry.explanation.assumptions })
  })
  return serve(simulator, { port: 0 })
}
