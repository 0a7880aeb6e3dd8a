import { Command } from 'commander'
import { formatCommand } from '../../../engine/input/text/shell.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import { type Initialised, type InitOptions, init } from '../../init/init.ts'
import type { Io } from '../io.ts'
import { parseFilled } from '../options/options.ts'

const HELP = `
The service is code that you keep and change. Beside FILE, a test for Vitest is
written. Neither replaces a file.

A document becomes resources with schemas, factories, lists, and operations that
read, create, change and delete. What it does not say, such as the order of a
list, becomes a question that tests can answer in each way. An operation that is
not recognised responds with 501.

Examples:
  deploymock init issues.ts
  deploymock init shop.ts --openapi openapi.yaml
  deploymock init shop.ts --openapi openapi.yaml --only /v1/orders`

/** Defines `deploymock init`, which writes a service of one's own. */
export function defineInitCommand(io: Io): Command {
  return new Command('init')
    .summary('write a service of your own, also from an OpenAPI document')
    .description('Writes a small service of your own with a test that passes, or one that is made from a document.')
    .argument('<file>', 'the module to write, ending in .ts, .mts, .js or .mjs')
    .option('--openapi <file>', 'an OpenAPI document of version 3.0 or 3.1, in JSON or YAML', parseFilled)
    .option('--only <path>', 'leave out operations whose path does not begin with it', parseFilled)
    .addHelpText('after', HELP)
    .action(async (file: string, options: InitOptions) => {
      for (const line of describe(await init(file, options))) io.out(line)
    })
}

function describe({ files: [file, test], service }: Initialised): string[] {
  const { operations = [], unrecognised = [], leftOut = [] } = service ?? {}
  const counts = `${countOf(operations.length - unrecognised.length, 'operation')} of ${operations.length}`
  return [
    `Wrote ${file} and ${test}.`,
    ...(service === undefined
      ? []
      : [`It simulates ${counts}${unrecognised.length === 0 ? '' : '; the others respond with 501'}.`]),
    ...(leftOut.length === 0 ? [] : [`Left out: ${countOf(leftOut.length, 'operation')}. The file says why.`]),
    '',
    'Next:',
    '  npm install --save-dev deploymock zod @faker-js/faker vitest',
    `  ${formatCommand(['npx', 'vitest', 'run', test])}`,
    `  ${formatCommand(['npx', 'deploymock', '--service', file])}`,
    ...(/ts$/.test(file) ? ['', 'The last one needs Node 22.18 or later, which runs TypeScript.'] : []),
  ]
}
