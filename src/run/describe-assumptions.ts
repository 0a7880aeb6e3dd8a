// Describes the assumptions that a failed test depended on.

import { listDiffering, presetValue } from '../engine/assumptions/assumptions.ts'
import { showText } from '../engine/input/text/quote.ts'
import { quoteForShell, quoteWord } from '../engine/input/text/shell.ts'
import { countUsage } from '../engine/journal/usage.ts'
import type { Session } from '../engine/sessions/session.ts'
import { questions } from '../service/assumptions/register.ts'
import { ENVIRONMENT, readEnvironment, writeAssumptions } from './environment.ts'

/**
 * Describes, in lines, the assumptions that the requests of a session depended on and that differ from
 * the preset, and how to use the same ones again. There are none if nobody varies the assumptions.
 */
export function describeAssumptions({ requests, assumptions, preset, vary }: Session): string[] {
  const isVaried = vary !== undefined || readEnvironment().assumptions !== undefined
  if (!isVaried) return []
  const used = countUsage(requests.list()).assumptions
  const different = listDiffering(questions, { assumptions, preset }).filter(([id]) => used[id] !== undefined)
  const values = Object.fromEntries(different.map(([id]) => [id, assumptions[id]]))
  const seed =
    vary === undefined
      ? []
      : [
          `The assumptions were drawn with seed ${showText(String(vary.seed))}. To draw them again: ${ENVIRONMENT.vary}=${quoteWord(String(vary.seed))}`,
        ]
  if (different.length === 0) return [...seed, 'The requests depended on no assumption that differs from the preset.']
  const lines = different.map(
    ([id, entry]) => `  ${id}=${assumptions[id]} instead of ${presetValue(questions, entry, preset)}`,
  )
  return [
    ...seed,
    'The requests depended on these assumptions that differ from the preset:',
    ...lines,
    `To use only these: ${ENVIRONMENT.assume}=${quoteForShell(writeAssumptions(values))}`,
  ]
}
