// Arguments as some programs send them for a model: null for what is absent, and JSON or numbers in the wrong form.

import { parseJson, STRICT } from '../../engine/input/json/parse-json.ts'
import type { Issue } from '../../engine/input/options/option-error.ts'

/** How many values and names a message may have. What agents send is short. */
export const MOST = { values: 20_000, names: 1000 }

/** Returns the arguments that were probably meant, where issues say that they are wrong. */
export function repairArguments(given: Readonly<Record<string, unknown>>, issues: readonly Issue[]): object {
  const wrong = new Set(issues.map(({ path }) => path))
  const repaired = Object.entries(given).map(
    ([name, value]) => [name, wrong.has(name) ? repair(value) : value] as const,
  )
  return Object.fromEntries(repaired.filter(([name, value]) => value !== null || !wrong.has(name)))
}

function repair(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value
  const parsed = parseJson(value, STRICT, MOST)
  return 'value' in parsed ? parsed.value : value
}
