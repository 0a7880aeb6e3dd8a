// Opens, builds and loads scenario files.

import { resolve } from 'node:path'
import { MOST_ISSUES } from '../../engine/input/options/option-error.ts'
import { listIssues } from '../../engine/input/schemas/describe-issues.ts'
import { type FirstIssues, parseValue } from '../../engine/input/schemas/parse-value.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import {
  changeScenario,
  defineScenario,
  isSnapshot,
  type Scenario,
  type ScenarioInput,
  scenarioSchemaOf,
} from '../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'
import { type AnySimulator, type BuildHooks, createSimulator } from '../../engine/simulator/simulator.ts'
import type { SimulatorOptions } from '../../engine/simulator/simulator-options.ts'
import { FileError, type FileIssue, formatIssue } from './read/file-error.ts'
import { assertSchema, locateError, readSourceFile, type SourceFile } from './read/source-file.ts'

/** A file of a service that is not validated yet. */
interface FileOf extends SourceFile {
  readonly declared: ServiceDeclarations
}

export interface ScenarioFile extends FileOf {
  readonly scenario: Scenario
}

/** Reads a scenario of a service from a file. @throws FileError that lists every issue */
export async function readScenario(declared: ServiceDeclarations, path: string | URL): Promise<Scenario> {
  const file = await openScenarioFile(declared, path)
  buildWorld(file)
  return file.scenario
}

/** Opens scenario files. @throws FileError that lists every issue of every file */
export async function openScenarioFiles(
  declared: ServiceDeclarations,
  paths: readonly string[],
): Promise<ScenarioFile[]> {
  const different = [...new Map(paths.map((path) => [resolve(path), path])).values()]
  const opened = await Promise.allSettled(different.map((path) => openScenarioFile(declared, path)))
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
export async function openScenarioFile(declared: ServiceDeclarations, location: string | URL): Promise<ScenarioFile> {
  const file = { declared, ...withoutExtensions(await readSourceFile(location, 'writeScenario')) }
  const { path, source } = file
  if (isSnapshot(source.value)) {
    throw new FileError([
      { file: path, text: 'it is a snapshot, not a scenario. Load it with --import, or restore it in code.' },
    ])
  }
  assertScenario(file)
  try {
    // The schema has just validated the value.
    return { ...file, scenario: defineScenario(declared, source.value as ScenarioInput) }
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
function assertScenario(file: FileOf): void {
  try {
    assertSchema(file, scenarioSchemaOf(file.declared))
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

function findWorldIssues({ issues }: FileError, file: FileOf): readonly FileIssue[] {
  const scenario = issues.some(({ isRest }) => isRest) ? undefined : pruneScenario(file.declared, file.source.value)
  if (scenario === undefined) return []
  try {
    buildWorld({ ...file, scenario })
    return []
  } catch (error) {
    return error instanceof FileError ? error.issues : []
  }
}

/** Creates a simulator with the world of a scenario file. @throws FileError that lists the issues that prevent it */
export function buildWorld(file: ScenarioFile, options: SimulatorOptions = {}, hooks: BuildHooks = {}): AnySimulator {
  try {
    return createSimulator(file.declared, { scenario: file.scenario, ...options }, hooks)
  } catch (error) {
    throw locateError(error, file)
  }
}

/** Loads the scenario of a file into a simulator. @throws FileError with what prevents it; nothing changes then */
export function loadScenarioFile(
  simulator: AnySimulator,
  file: ScenarioFile,
  overrides: Parameters<typeof changeScenario>[2] = {},
): void {
  try {
    simulator.load(changeScenario(file.declared, file.scenario, overrides))
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

/**
 * Removes everything that the schema rejects: at first only the fields themselves, then, if the rest
 * is still invalid, the fields of the scenario that contain them. So issues of other kinds can be found, too.
 *
 * @returns undefined if nothing is left that can be built
 */
function pruneScenario(declared: ServiceDeclarations, value: unknown): Scenario | undefined {
  if (!isRecord(value)) return undefined
  const required = { name: 'world', [declared.mainResource]: 0 }
  const left = { ...required, ...structuredClone(value) }
  for (const depth of [Number.POSITIVE_INFINITY, 1]) {
    const parsed = parseValue(scenarioSchemaOf(declared), left, MOST_ISSUES)
    // The schema describes scenarios.
    if ('value' in parsed) return parsed.value as Scenario
    if (parsed.isCut) return undefined
    for (const path of listIssues(parsed.issues).flatMap(listPaths)) remove(left, path.slice(0, depth))
    Object.assign(left, { ...required, ...left })
  }
  const last = parseValue(scenarioSchemaOf(declared), left, MOST_ISSUES)
  return 'value' in last ? (last.value as Scenario) : undefined
}

function listPaths(issue: FirstIssues['issues'][number]): PropertyKey[][] {
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
