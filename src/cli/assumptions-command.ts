import { Command } from 'commander'
import {
  type Assumptions,
  listEntries,
  presetValue,
  resolveAssumptions,
} from '../core/contract/register/assumptions.ts'
import { PRESETS, type RegisterEntry } from '../core/contract/register/register.ts'
import { OptionError } from '../core/option-error.ts'
import type { Io } from './io.ts'
import { type AssumptionOptions, addAssumptionOptions } from './options.ts'
import { formatTable } from './table.ts'

/** `deploymock assumptions`: the register, or one entry of it. */
export function defineAssumptionsCommand(io: Io): Command {
  const command = new Command('assumptions')
    .description('show what the interface leaves open, and the value of each entry')
    .argument('[id]', 'an entry to show with what each value means')
  return addAssumptionOptions(command, 'spec').action((id: string | undefined, options: AssumptionOptions) => {
    const assumptions = resolveAssumptions(options.preset, options.assume)
    io.out(id === undefined ? describeRegister(assumptions) : describeEntry(id, assumptions))
  })
}

function describeRegister(assumptions: Assumptions): string {
  const rows = listEntries().map(([id, entry]) => {
    const value = assumptions[id]
    return [value === entry.spec ? '' : '*', id, value, describeOthers(entry, value), entry.section, entry.question]
  })
  return [
    formatTable([['', 'id', 'value', 'other values', 'section', 'question'], ...rows]),
    '',
    '* differs from the preset spec. + is planned, not simulated yet. ... is a value of your own.',
    'What a value means: deploymock assumptions ID',
  ].join('\n')
}

function describeOthers(entry: RegisterEntry, chosen: string): string {
  const others = Object.keys(entry.values).filter((value) => value !== chosen)
  const marked = others.map((value) => (entry.planned?.[value] === undefined ? value : `${value}+`))
  return [...marked, ...(entry.freeValue === undefined ? [] : ['...'])].join(', ')
}

function describeEntry(asked: string, assumptions: Assumptions): string {
  const found = listEntries().find(([id]) => id === asked)
  if (found === undefined) {
    const known = listEntries().map(([id]) => id)
    throw new OptionError(`Failed to show "${asked}": it is no id of the register. Known: ${known.join(', ')}.`)
  }
  const [id, entry] = found
  return [
    `${id} (section ${entry.section})`,
    entry.question,
    '',
    formatTable(Object.entries(entry.values).map(([value, meaning]) => describeValue(value, meaning, entry))),
    ...(entry.freeValue === undefined ? [] : ['', `Or ${entry.freeValue.form}.`]),
    '',
    `Value: ${assumptions[id]}`,
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
