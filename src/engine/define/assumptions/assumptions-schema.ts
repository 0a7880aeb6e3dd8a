import * as z from 'zod'
import { suggestWord } from '../../input/text/suggestion.ts'
import { capitalize } from '../../input/text/words.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { listEntries, namedValues } from './assumptions.ts'
import { findFreeIssue, type Questions, type RegisterEntry } from './register-entry.ts'

/** The schema of values that replace the preset's, for files and for requests. */
export const assumptionsSchemaOf = derivedFrom((questions: Questions) =>
  z.strictObject(
    Object.fromEntries(listEntries(questions).map(([id, entry]) => [id, toValueSchema(entry).optional()])),
  ),
)

function toValueSchema(entry: RegisterEntry): z.ZodType {
  const names = namedValues(entry)
  // A file contains 404 where the register has '404'.
  const numerals = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const named = z.literal([...names, ...numerals])
  const { freeValue } = entry
  if (freeValue === undefined) return named.describe(entry.question)
  const free = z.union([z.string(), z.array(z.string())]).superRefine((value, context) => {
    const text = Array.isArray(value) ? value.join(',') : value
    const issue = names.includes(text) ? undefined : findFreeIssue(freeValue, text)
    if (issue !== undefined) {
      const reason = `${capitalize(issue)}.${suggestWord(text, names)}`
      const message = `${reason} Allowed: ${names.join(', ')}, or ${freeValue.form}`
      context.addIssue({ code: 'custom', message, input: value })
    }
  })
  return free.describe(`${entry.question} ${names.join(', ')}, or ${freeValue.form}.`)
}
