import { type Command, InvalidArgumentError, Option } from 'commander'
import { type AssumptionOverrides, parseAssumption } from '../core/contract/register/assumptions.ts'
import { PRESETS, type Preset } from '../core/contract/register/register.ts'

/** The values of the register that a user wants. */
export interface AssumptionOptions {
  preset?: Preset
  assume: AssumptionOverrides
}

/** Gives a command the options that choose the values of the register. */
export function addAssumptionOptions(command: Command, usualPreset: string): Command {
  const meaning = `the set of values for what the interface leaves open (default: ${usualPreset})`
  return command
    .addOption(new Option('--preset <name>', meaning).choices(PRESETS))
    .addOption(
      new Option('--assume <id=value>', 'a value in place of the preset’s; may be given several times')
        .argParser((text: string, before: AssumptionOverrides) => ({ ...before, ...parseAssumption(text) }))
        .default({}, 'none'),
    )
}

/** A parser for text that has to be there. */
export function parseFilled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Allowed: anything but nothing.')
  return text
}

/** A parser for whole numbers of a range. */
export function parseWholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    const isFine = /^-?\d+$/.test(text) && value >= minimum && value <= maximum
    if (!isFine) throw new InvalidArgumentError(`Allowed: a whole number from ${minimum} to ${maximum}.`)
    return value
  }
}
