// Opens, builds and loads scenario files.

import { resolve } from 'node:path'
import { MOST_ISSUES } from '../../engine/input/options/option-error.ts'
import { listIssues } from '../../engine/input/schemas/describe-issues.ts'
import { type FirstIssues, parseValue } from '../../engine/input/schemas/parse-value.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { changeScenario, isSnapshot, scenarioSchemaOf } from '../../engine/scenario/scenario.ts'
import { type BuildHooks, createSimulator } from '../../engine/simulator/simulator.ts'
import { defineScenario } from '../../service/define-scenario.ts'
import { service } from '../../service/service.ts'
import type { Scenario, ScenarioInput, Simulator, SimulatorOptions } from '../../service/types.ts'
import { FileError, type FileIssue, formatIssue } from './read/file-error.ts'
import { assertSchema, locateError, readSourceFile, type SourceFile } from './read/source-file.ts'

export interface ScenarioFile extends SourceFile {
  readonly scenario: Scenario
}

/**
 * Reads a scenario from a `.yaml`, `.yml` or `.json` file.
 *
 * @throws one error that lists every issue with its line and column
 * @example
 * const simulator = createSimulator({ scenario: await readScenarioFile('demo.yaml') })
 */
export async function readScenarioFile(path: string | URL): Promise<Scenario> {
  const file = await openScenarioFile(path)
  buildWorld(file)
  return file.scenario
}

/** Opens scenario files. @throws FileError that lists every issue of every file */
export async function openScenarioFiles(paths: readonly string[]): Promise<ScenarioFile[]> {
  const different = [...new Map(paths.map((path) => [resolve(path), path])).values()]
  const opened = await Promise.allSettled(different.map((path) => openScenarioFile(path)))
  const failures = opened.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  const bug = failures.find((failure) => !(failure instanceof FileError))
  if (bug !== undefined) throw bug
  const issues = failures.flatMap((failure) => (failure instanceof FileError ? failure.issues : []))
  if (issues.length > 0) throw new FileError(issues)
  const files = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  assertNames(files)
  return files
}

/** Opens a scenario file. @throws FileError that lists every issue */
export async function openScenarioFile(location: string | URL): Promise<ScenarioFile> {
  const file = withoutExtensions(await readSourceFile(location))
  const { path, source } = file
  if (isSnapshot(source.value)) {
    throw new FileError([
      { file: path, text: 'it is a snapshot, not a scenario. Load it with --import, or restore it in code.' },
    ])
  }
  assertScenario(file)
  try {
    // The schema has just validated the value.
    return { ...file, scenario: defineScenario(source.value as ScenarioInput) }
  } catch (error) {
    throw locateError(error, file)
  }
}

// A place for anchors, and for whatever other programs read.
function withoutExtensions({ source, ...file }: SourceFile): SourceFile {
  if (!isRecord(source.value)) return { ...file, source }
  const fields = Object.entries(source.value).filter(([name]) => !name.startsWith('x-'))
  return { ...file, source: { ...source, value: Object.fromEntries(fields) } }
}

// What the schema rejects must not hide what only the world finds.
function assertScenario(file: SourceFile): void {
  try {
    assertSchema(file, scenarioSchemaOf(service))
  } catch (error) {
    throw error instanceof FileError
      ? new FileError(sortIssues([...error.issues, ...findWorldIssues(error, file)]))
      : error
  }
}

function sortIssues(issues: readonly FileIssue[]): FileIssue[] {
  const at = ({ line = Number.POSITIVE_INFINITY, column = 0 }: FileIssue) => [line, column] as const
  return issues.toSorted((a, b) => (at(a)[0] === at(b)[0] ? at(a)[1] - at(b)[1] : at(a)[0] - at(b)[0]))
}

function findWorldIssues({ issues }: FileError, file: SourceFile): readonly FileIssue[] {
  const scenario = issues.some(({ isRest }) => isRest) ? undefined : pruneScenario(file.source.value)
  if (scenario === undefined) return []
  try {
    buildWorld({ ...file, scenario })
    return []
  } catch (error) {
    return error instanceof FileError ? error.issues : []
  }
}

/** Creates a simulator with the world of a scenario file. @throws FileError that lists the issues that prevent it */
export function buildWorld(file: ScenarioFile, options: SimulatorOptions = {}, hooks: BuildHooks = {}): Simulator {
  try {
    return createSimulator(service, { scenario: file.scenario, ...options }, hooks)
  } catch (error) {
    throw locateError(error, file)
  }
}

/** Loads the scenario of a file into a simulator. @throws FileError with what prevents it; nothing changes then */
export function loadScenarioFile(
  simulator: Simulator,
  file: ScenarioFile,
  overrides: Pick<SimulatorOptions, 'seed' | 'deployments'> = {},
): void {
  try {
    simulator.load(changeScenario(service, file.scenario, overrides))
  } catch (error) {
    throw locateError(error, file)
  }
}

/** Returns the issue of a scenario that has the name of an earlier one. */
export function describeTakenName(file: ScenarioFile, first: ScenarioFile): FileIssue {
  const place = formatIssue({ file: first.path, ...first.source.locate(['name']), text: '' }).replace(/: $/, '')
  const text = `"name" is ${JSON.stringify(file.scenario.name)}, which is already used at ${place}. Rename one of the two.`
  return { file: file.path, ...file.source.locate(['name']), text }
}

/** @throws FileError if two scenarios have the same name */
export function assertNames(files: readonly ScenarioFile[]): void {
  const first = new Map<string, ScenarioFile>()
  const issues = files.flatMap((file) => {
    const before = first.get(file.scenario.name)
    if (before === undefined) first.set(file.scenario.name, file)
    return before === undefined ? [] : describeTakenName(file, before)
  })
  if (issues.length > 0) throw new FileError(issues)
}

type ZodIssue = FirstIssues['issues'][number]

const REQUIRED = { name: 'world', deployments: 0 }

/**
 * Removes everything that the schema rejects: at first only the fields themselves, then, if the rest
 * is still invalid, the fields of the scenario that contain them. So issues of other kinds can be found, too.
 *
 * @returns undefined if nothing is left that can be built
 */
function pruneScenario(value: unknown): Scenario | undefined {
  if (!isRecord(value)) return undefined
  const left = { ...REQUIRED, ...structuredClone(value) }
  for (const depth of [Number.POSITIVE_INFINITY, 1]) {
    const parsed = parseValue(scenarioSchemaOf(service), left, MOST_ISSUES)
    // The schema describes scenarios.
    if ('value' in parsed) return parsed.value as Scenario
    if (parsed.isCut) return undefined
    for (const path of listIssues(parsed.issues).flatMap(listPaths)) remove(left, path.slice(0, depth))
    Object.assign(left, { ...REQUIRED, ...left })
  }
  const last = parseValue(scenarioSchemaOf(service), left, MOST_ISSUES)
  return 'value' in last ? (last.value as Scenario) : undefined
}

function listPaths(issue: ZodIssue): PropertyKey[][] {
  if (issue.code !== 'unrecognized_keys') return [issue.path]
  return issue.keys.map((key) => [...issue.path, key])
}

// The items of a list keep their places, so that the paths of other issues stay right.
function remove(root: object, path: readonly PropertyKey[]): void {
  let container: unknown = root
  for (const step of path.slice(0, -1))
    container = isRecord(container) || Array.isArray(container) ? Reflect.get(container, step) : undefined
  const last = path.at(-1)
  if (last === undefined) return
  if (Array.isArray(container)) container[Number(last)] = {}
  else if (isRecord(container)) Reflect.deleteProperty(container, last)
}
