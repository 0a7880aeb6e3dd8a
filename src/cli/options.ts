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
  return command
    .addOption(
      new Option('--preset <name>', 'the set of assumptions about what the interface leaves open')
        .choices(PRESETS)
        .default(undefined, usualPreset),
    )
    .addOption(
      new Option('--assume <id=value>', 'an assumption in place of the preset’s; may be repeated')
        .argParser((text: string, before: AssumptionOverrides) => ({ ...before, ...parseAssumption(text) }))
        .default({}, 'none'),
    )
}

/** A parser for text that has to be there. */
export function parseFilled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
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
