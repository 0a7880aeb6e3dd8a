// What is left of an invalid scenario without the fields that have issues.

import { type Scenario, scenarioSchemaOf } from '../../engine/define/world/scenario.ts'
import { MOST_ISSUES } from '../../engine/input/options/option-error.ts'
import { listIssues } from '../../engine/input/schemas/describe-issues.ts'
import { type FirstIssues, parseValue } from '../../engine/input/schemas/parse-value.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { service } from '../../service/service.ts'

type ZodIssue = FirstIssues['issues'][number]

const REQUIRED = { name: 'world', deployments: 0 }

/**
 * Removes everything that the schema rejects: at first only the fields themselves, then, if the rest
 * is still invalid, the fields of the scenario that contain them. So issues of other kinds can be found, too.
 *
 * @returns undefined if nothing is left that can be built
 */
export function pruneScenario(value: unknown): Scenario | undefined {
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
