// Reads the world that a link describes.

import { type AssumptionOverrides, parseAssumption } from '../../define/assumptions/assumptions.ts'
import { type ChaosSettings, readChaos } from '../../faults/chaos/chaos-input.ts'
import type { FaultInput } from '../../faults/fault.ts'
import { describeReason, type Issue, joinIssues, OptionError } from '../../input/options/option-error.ts'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import { defineScenario, type Scenario } from '../../scenario/scenario.ts'
import type { SessionOptions } from '../../sessions/sessions.ts'
import type { Snapshot } from '../../sessions/state/snapshot.ts'
import type { ControlContext } from '../control-operation.ts'
import { describeUnknownName } from '../shared/control-failure.ts'
import { assertSize } from '../shared/world-size.ts'

export interface LinkedWorld {
  scenario?: string | undefined
  snapshot?: string | undefined
  seed?: number | undefined
  now?: string | undefined
  preset?: string | undefined
  assume?: readonly string[] | undefined
  fault?: readonly string[] | undefined
  chaos?: string | undefined
}

/** What a session is created with, and what is set afterwards. */
export interface WorldPlan {
  readonly options: SessionOptions
  readonly faults: readonly FaultInput[]
  readonly chaos: ChaosSettings | undefined
}

/** Reads the world that a link describes. @throws LinkError with all issues */
export function readWorld(context: ControlContext, link: LinkedWorld): WorldPlan {
  const { assume = [], fault = [], preset, chaos } = link
  const issues = createLinkIssues()
  const start = readStart(context, link, issues)
  const assumptions = assume.map((text, index) =>
    issues.collect(`assume.${index}`, () => parseAssumption(context.declared.questions, text)),
  )
  const plan = {
    options: omitUndefined({
      ...start,
      preset,
      assumptions: assume.length === 0 ? undefined : (Object.assign({}, ...assumptions) as AssumptionOverrides),
    }) as SessionOptions,
    // The session validates them when they are added.
    faults: fault.map((text, index) => issues.collect(`fault.${index}`, () => parseFault(text)) as FaultInput),
    chaos: issues.collect('chaos', () => (chaos === undefined ? undefined : readChaos(chaos))),
  }
  issues.assertNone()
  return plan
}

function readStart(context: ControlContext, link: LinkedWorld, issues: LinkIssues): SessionOptions {
  const { scenario: name, snapshot, seed, now } = link
  if (snapshot !== undefined) {
    return omitUndefined({ snapshot: issues.collect('snapshot', () => findSnapshot(context, snapshot)) })
  }
  if (name === undefined && seed === undefined && now === undefined) return {}
  const found = issues.collect('scenario', () => findScenario(context, name))
  if (found === undefined) return {}
  const own = { ...(seed !== undefined && { seed }), ...(now !== undefined && { now }) }
  return omitUndefined({
    scenario: issues.collect('now', () => defineScenario(context.declared, { ...found, ...own })),
  }) as SessionOptions
}

function findSnapshot({ declared, snapshots }: ControlContext, name: string): Snapshot {
  const found = snapshots.get(name)
  if (found === undefined) throw new OptionError(snapshots.describeAbsence(name))
  assertSize(declared, found.scenario)
  return found
}

function findScenario({ scenarios, main }: ControlContext, name: string | undefined): Scenario {
  const found = name === undefined ? main.scenario : scenarios.find((each) => each.name === name)
  if (found !== undefined) return found
  const known = scenarios.map((each) => each.name)
  throw new OptionError(describeUnknownName('find scenario', String(name), known))
}

function parseFault(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const why = { received: 'It is not JSON', advice: 'Allowed: a fault as in POST /_simulator/faults.' }
    throw new OptionError({ attempt: 'read the fault', ...why }, [{ path: '', message: describeReason(why) }])
  }
}

export class LinkError extends OptionError {
  constructor(issues: readonly Issue[]) {
    super({ attempt: 'open the link', received: joinIssues(issues.map(nameParameter)) }, issues)
  }
}

function nameParameter({ path, message }: Issue): Issue {
  return { path, message: `${path}: ${message}` }
}

/** Collects issues, so that all of them are reported together. */
type LinkIssues = ReturnType<typeof createLinkIssues>

function createLinkIssues() {
  const issues: Issue[] = []
  return {
    /** Reads a parameter. Returns undefined if it is invalid. @param path where it is */
    collect<Value>(path: string, read: () => Value): Value | undefined {
      try {
        return read()
      } catch (error) {
        issues.push(...locateIssues(path, error))
        return undefined
      }
    },
    /** @throws LinkError if there are any */
    assertNone() {
      if (issues.length > 0) throw new LinkError(issues)
    },
  }
}

/** Returns the issues of an error, below a path. Throws every other error. */
export function locateIssues(path: string, error: unknown): Issue[] {
  if (!(error instanceof OptionError)) throw error
  if (error.issues.length === 0) return [{ path, message: error.message.replace(/\.$/, '') }]
  return error.issues.map((issue) => ({ ...issue, path: [path, issue.path].filter((each) => each !== '').join('.') }))
}
