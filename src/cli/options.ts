import { type Command, InvalidArgumentError, Option } from 'commander'
import { type AssumptionOverrides, parseAssumption } from '../core/contract/assumptions.ts'
import { PRESETS, type Preset } from '../core/contract/register.ts'
import { asUsage } from './io.ts'

/** How what the interface leaves open is answered. */
export interface AnswerOptions {
  preset: Preset
  assume: AssumptionOverrides
}

/** Gives a command the options that answer what the interface leaves open. */
export function addAnswerOptions(command: Command): Command {
  return command
    .addOption(new Option('--preset <name>', 'the set of answers').choices(PRESETS).default('spec'))
    .addOption(
      new Option('--assume <id=value>', 'an answer in place of the preset’s; may be given several times')
        .argParser((text: string, before: AssumptionOverrides) => ({
          ...before,
          ...asUsage(() => parseAssumption(text)),
        }))
        .default({}, 'none'),
    )
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
