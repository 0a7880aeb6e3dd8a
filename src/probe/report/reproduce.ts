// The lines that reproduce a failure.

import { formatCommand, quoteForShell, quoteWord } from '../../engine/input/text/shell.ts'
import { VARIABLES } from '../run/attempt.ts'
import { formatValues, listValues, type Values } from '../search/values.ts'
import type { ProbeSettings } from '../settings.ts'

const PORT = 4010

/** Lists the lines that run the command with these values, for a shell. */
export function listReproducingLines(
  values: Values,
  { base, command, urlEnv, world }: Pick<ProbeSettings, 'base' | 'command' | 'urlEnv' | 'world'>,
): string[] {
  const assumed = { ...base, ...values }
  const line = formatCommand(command)
  if (urlEnv === undefined) return [`${VARIABLES.assume}=${quoteForShell(formatValues(assumed))} ${line}`]
  const options = [
    ...(world === undefined ? [] : [`--scenario ${quoteWord(world)}`]),
    ...listValues(assumed).map(({ id, value }) => `--assume ${quoteWord(`${id}=${value}`)}`),
  ]
  return [`npx deploymock ${options.join(' ')}`, `${urlEnv}=http://127.0.0.1:${PORT} ${line}`]
}
