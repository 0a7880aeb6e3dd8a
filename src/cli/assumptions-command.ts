import { Command } from 'commander'
import { listEntries, presetValue, resolveAssumptions } from '../core/contract/assumptions.ts'
import { PRESETS, type RegisterEntry } from '../core/contract/register.ts'
import { asUsage, type Io, UsageError } from './io.ts'
import { type AnswerOptions, addAnswerOptions } from './options.ts'
import { formatTable } from './table.ts'

/** `deploymock assumptions`: the register, or one entry of it. */
export function defineAssumptionsCommand(io: Io): Command {
  const command = new Command('assumptions')
    .description('show what the interface leaves open, and how it is answered')
    .argument('[id]', 'an entry to show with all its answers')
  return addAnswerOptions(command).action((id: string | undefined, options: AnswerOptions) => {
    const assumptions = asUsage(() => resolveAssumptions(options.preset, options.assume))
    io.out(id === undefined ? describeRegister(assumptions) : describeEntry(id, assumptions))
  })
}

function describeRegister(assumptions: Readonly<Record<string, string>>): string {
  const rows = listEntries().map(([id, entry]) => {
    const answer = assumptions[id] as string
    return [answer === entry.spec ? '' : '*', id, answer, describeOthers(entry, answer), entry.section, entry.question]
  })
  return [
    formatTable([['', 'id', 'answer', 'other answers', 'section', 'question'], ...rows]),
    '',
    '* differs from the preset spec. + is planned, not simulated yet. ... are answers of your own.',
    'What an answer means: deploymock assumptions ID',
  ].join('\n')
}

function describeOthers(entry: RegisterEntry, answer: string): string {
  const others = Object.keys(entry.values).filter((value) => value !== answer)
  const marked = others.map((value) => (entry.planned?.[value] === undefined ? value : `${value}+`))
  return [...marked, ...(entry.open === undefined ? [] : ['...'])].join(', ')
}

function describeEntry(id: string, assumptions: Readonly<Record<string, string>>): string {
  const entry = Object.fromEntries(listEntries())[id]
  if (entry === undefined) {
    const known = listEntries().map(([each]) => each)
    throw new UsageError(`Failed to show the assumption: "${id}" is no id of the register. Known: ${known.join(', ')}.`)
  }
  return [
    `${id} (section ${entry.section})`,
    entry.question,
    '',
    formatTable(Object.entries(entry.values).map(([value, meaning]) => describeValue(value, meaning, entry))),
    ...(entry.open === undefined ? [] : ['', `Or ${entry.open.form}.`]),
    '',
    `Answer: ${assumptions[id]}`,
  ].join('\n')
}

function describeValue(value: string, meaning: string, entry: RegisterEntry): string[] {
  const presets = PRESETS.filter((preset) => presetValue(entry, preset) === value)
  const notes = [
    ...(presets.length === 0 ? [] : [`Preset ${presets.join(', ')}.`]),
    ...(entry.planned?.[value] === undefined ? [] : [`Planned, not simulated yet: ${entry.planned[value]}`]),
  ]
  return ['', value, [meaning, ...notes].join(' ')]
}
