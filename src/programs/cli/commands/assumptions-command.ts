import { Command } from 'commander'
import { listEntries, presetValue, resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { type AssumptionUsage, countUsage, mergeUsage } from '../../../engine/journal/usage.ts'
import { formatUsage } from '../../../engine/reports/coverage/format-usage.ts'
import { readCoverage } from '../../../entries/coverage/files.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { service } from '../../../service/service.ts'
import type { Assumptions, RegisterEntry } from '../../../service/types.ts'
import type { Io } from '../io.ts'
import {
  type AssumptionOptions,
  addAssumptionOptions,
  DEFAULT_SERVER,
  parseToken,
  readAssumptionsOption,
} from '../options/options.ts'
import { formatTable, wrapText } from '../output/table.ts'

/** Defines `deploymock assumptions`, which shows the assumption register or one entry of it. */
export function defineAssumptionsCommand(io: Io): Command {
  const command = new Command('assumptions')
    .summary('show what the contract leaves open, and what is assumed')
    .description('Shows what the contract leaves open, and what the simulator assumes.')
    .argument('[id]', 'show one assumption, with the meaning of each value')
  addAssumptionOptions(command, 'spec')
    .option(
      '--used [source]',
      `show which of them requests depended on: the URL of a server, or a folder with coverage files (default: ${DEFAULT_SERVER})`,
    )
    .option('--token <token>', 'the token of that server', parseToken)
  return command.action(async (id: string | undefined, options: AssumptionsCommandOptions) => {
    if (options.used !== undefined) return io.out(formatUsage(questions, await readUsage(options.used, options.token)))
    const { preset, assume } = await readAssumptionsOption(options)
    const assumptions = resolveAssumptions(questions, preset, assume)
    io.out(id === undefined ? describeRegister(assumptions, io) : describeEntry(id, assumptions, io))
  })
}

interface AssumptionsCommandOptions extends AssumptionOptions {
  used?: string | true
  token?: string
}

async function readUsage(source: string | true, token?: string): Promise<AssumptionUsage> {
  const from = source === true ? DEFAULT_SERVER : source
  if (!/^https?:/.test(from)) return mergeUsage(readCoverage(service, [from]).map(({ usage }) => usage))
  // Nothing else of the command line needs the client.
  const { connect } = await import('../../../entries/client/index.ts')
  const { requests } = connect(from, token === undefined ? {} : { token })
  return countUsage(await requests.list())
}

function describeRegister(assumptions: Assumptions, { columns }: Io): string {
  const rows = listEntries(questions).flatMap(([id, entry]) => {
    const value = assumptions[id]
    const others = listOthers(entry, value).join(', ')
    return [
      [
        value === presetValue(questions, entry, 'spec') ? '' : '*',
        id,
        others === '' ? value : `${value} (or ${others})`,
      ],
      ['', '', `${entry.question} (${entry.section})`],
    ]
  })
  const isChanged = rows.some(([mark]) => mark === '*')
  return [
    formatTable(rows, columns),
    '',
    ...(isChanged ? ['* This is not the value of the preset spec.'] : []),
    'What each value means: deploymock assumptions ID',
  ].join('\n')
}

function listOthers(entry: RegisterEntry, chosen: string): string[] {
  const others = Object.keys(entry.values).filter((value) => value !== chosen)
  return [...others, ...(entry.freeValue === undefined ? [] : ['your own'])]
}

function describeEntry(requested: string, assumptions: Assumptions, { columns }: Io): string {
  const found = listEntries(questions).find(([id]) => id === requested)
  if (found === undefined) {
    const known = listEntries(questions).map(([id]) => id)
    const hint = suggestWord(requested, known)
    throw new OptionError({
      attempt: `show ${quote(requested)}`,
      received: 'unknown assumption',
      advice: `${hint} Known: ${known.join(', ')}.`,
    })
  }
  const [id, entry] = found
  const values = Object.entries(entry.values).map(([value, meaning]) => describeValue(value, meaning, entry))
  return [
    `${id} (section ${entry.section})`,
    ...wrapText(entry.question, columns),
    '',
    formatTable(values, columns),
    ...(entry.freeValue === undefined ? [] : ['', ...wrapText(`Or ${entry.freeValue.form}.`, columns)]),
    '',
    ...wrapText(`If your code depends on it: ${entry.advice}`, columns),
    '',
    `Value: ${assumptions[id]}`,
  ].join('\n')
}

function describeValue(value: string, meaning: string, entry: RegisterEntry): string[] {
  const presets = PRESETS.filter((preset) => presetValue(questions, entry, preset) === value)
  const note = presets.length === 0 ? '' : ` (preset ${presets.join(' and ')})`
  return ['', value, meaning + note]
}
