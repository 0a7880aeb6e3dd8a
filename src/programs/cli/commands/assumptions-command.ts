import { Command } from 'commander'
import {
  type Assumptions,
  defaultPreset,
  listEntries,
  presetValue,
  resolveAssumptions,
} from '../../../engine/define/assumptions/assumptions.ts'
import type { Questions, RegisterEntry } from '../../../engine/define/assumptions/register-entry.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { formatUsage } from '../../../engine/reports/coverage/format-usage.ts'
import { type AssumptionUsage, countUsage, mergeUsage } from '../../../engine/reports/coverage/usage.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { readCoverage } from '../../../entries/coverage/files.ts'
import { addServiceOption } from '../declared-service.ts'
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
export function defineAssumptionsCommand(io: Io, declared: ServiceDeclarations): Command {
  const { questions } = declared
  const command = addServiceOption(new Command('assumptions'))
    .summary('show what the contract leaves open, and what is assumed')
    .description('Shows what the contract leaves open, and what the simulator assumes.')
    .argument('[id]', 'show one assumption, with the meaning of each value')
  addAssumptionOptions(command, declared)
    .option(
      '--used [source]',
      `show which of them requests depended on: the URL of a server, or a folder with coverage files (default: ${DEFAULT_SERVER})`,
    )
    .option('--token <token>', 'the token of that server', parseToken)
  return command.action(async (id: string | undefined, options: AssumptionsCommandOptions) => {
    if (options.used !== undefined)
      return io.out(formatUsage(questions, await readUsage(declared, options.used, options.token)))
    const { preset, assume } = await readAssumptionsOption(options, declared)
    const assumptions = resolveAssumptions(questions, preset, assume)
    io.out(
      id === undefined
        ? describeRegister(questions, assumptions, io)
        : describeEntry(id, { questions, assumptions }, io),
    )
  })
}

interface AssumptionsCommandOptions extends AssumptionOptions {
  used?: string | true
  token?: string
}

async function readUsage(
  declared: ServiceDeclarations,
  source: string | true,
  token?: string,
): Promise<AssumptionUsage> {
  const from = source === true ? DEFAULT_SERVER : source
  if (!/^https?:/.test(from)) return mergeUsage(readCoverage(declared, [from]).map(({ usage }) => usage))
  // Nothing else of the command line needs the client.
  const { connect } = await import('../../../entries/client/index.ts')
  const { requests } = connect(from, token === undefined ? {} : { token })
  return countUsage(await requests.list())
}

function describeRegister(questions: Questions, assumptions: Assumptions, { columns }: Io): string {
  const usual = defaultPreset(questions)
  const rows = listEntries(questions).flatMap(([id, entry]) => {
    const value = String(assumptions[id])
    const others = listOthers(entry, value).join(', ')
    return [
      [
        value === presetValue(questions, entry, usual) ? '' : '*',
        id,
        others === '' ? value : `${value} (or ${others})`,
      ],
      ['', '', entry.section === '' ? entry.question : `${entry.question} (${entry.section})`],
    ]
  })
  const isChanged = rows.some(([mark]) => mark === '*')
  return [
    formatTable(rows, columns),
    '',
    ...(isChanged ? [`* This is not the value of the preset ${usual}.`] : []),
    'What each value means: deploymock assumptions ID',
  ].join('\n')
}

function listOthers(entry: RegisterEntry, chosen: string): string[] {
  const others = Object.keys(entry.values).filter((value) => value !== chosen)
  return [...others, ...(entry.freeValue === undefined ? [] : ['your own'])]
}

interface DescribedRegister {
  readonly questions: Questions
  readonly assumptions: Assumptions
}

function describeEntry(requested: string, { questions, assumptions }: DescribedRegister, { columns }: Io): string {
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
  const values = Object.entries(entry.values).map(([value, meaning]) => describeValue(value, meaning, entry, questions))
  return [
    entry.section === '' ? id : `${id} (section ${entry.section})`,
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

function describeValue(value: string, meaning: string, entry: RegisterEntry, questions: Questions): string[] {
  const presets = questions.presets.filter((preset) => presetValue(questions, entry, preset) === value)
  const note = presets.length === 0 ? '' : ` (preset ${presets.join(' and ')})`
  return ['', value, meaning + note]
}
