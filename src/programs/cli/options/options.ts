// Options that several commands share, and the parsers of numbers.

import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  type AssumptionOverrides,
  defaultPreset,
  parseAssumption,
} from '../../../engine/define/assumptions/assumptions.ts'
import { assertNoExclusion } from '../../../engine/define/assumptions/exclusions.ts'
import type { Questions } from '../../../engine/define/assumptions/register-entry.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { MINUTE, parseDuration, SECOND } from '../../../engine/input/options/written-duration.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { findTokenIssue, TOKEN_ADVICE } from '../../../engine/input/text/token.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { describeLearned, readLearned, simulatedBy } from '../../../entries/files/assumptions-file.ts'

export const DEFAULT_SERVER = 'http://127.0.0.1:4010'

export interface AssumptionOptions {
  preset?: string
  assume: AssumptionOverrides
  /** The file with what was learned about a real service. */
  assumptions?: string
}

/** Which service a command is about. */
export interface OfService {
  readonly declared: ServiceDeclarations
}

export interface FileOfAssumptions {
  /** The questions that it leaves undecided. */
  readonly undecided?: readonly string[]
  /** What was learned about each question, in words. */
  readonly learned?: Readonly<Record<string, string>>
}

export function addAssumptionOptions(
  command: Command,
  { questions }: ServiceDeclarations,
  usualPreset = defaultPreset(questions),
): Command {
  return command
    .addOption(
      createChoice(
        '--preset <name>',
        'the set of assumptions about what the contract leaves open',
        questions.presets,
      ).default(undefined, usualPreset),
    )
    .addOption(
      new Option('--assume <id=value>', 'an assumption that replaces the preset’s; may be repeated')
        .argParser((text: string, before: AssumptionOverrides) => addAssumption(questions, before, text))
        .default({}, 'none'),
    )
    .option(
      '--assumptions <file>',
      'a file that deploymock learn has written; --preset and --assume replace what it says',
      parseFilled,
    )
}

/** Adds to the chosen assumptions what their file says, if there is one, and the service that they are about. */
export async function readAssumptionsOption<Options extends AssumptionOptions>(
  options: Options,
  declared: ServiceDeclarations,
): Promise<Options & FileOfAssumptions & OfService> {
  const { assumptions: file, preset, assume } = options
  if (file === undefined) return { ...options, declared }
  const known = await readLearned(declared, file)
  const chosen = preset ?? known.preset
  return {
    ...options,
    declared,
    ...(chosen !== undefined && { preset: chosen }),
    assume: { ...simulatedBy(declared, known), ...assume },
    undecided: Object.keys(known.undecided),
    learned: describeLearned(known),
  }
}

function addAssumption(questions: Questions, before: AssumptionOverrides, text: string): AssumptionOverrides {
  const assumptions = { ...before, ...parseAssumption(questions, text) }
  assertNoExclusion(questions, assumptions)
  return assumptions
}

/** Creates an option that takes one of several words. */
export function createChoice(flags: string, description: string, words: readonly string[]): Option {
  const parse = (text: string): string => {
    if (words.includes(text)) return text
    throw new InvalidArgumentError(`${suggestWord(text, words)} Allowed: ${words.join(', ')}.`.trim())
  }
  return new Option(flags, description).choices(words).argParser(parse)
}

export function createRepeatable<Item>(flags: string, description: string, parse: (text: string) => Item): Option {
  return new Option(flags, `${description}; may be repeated`)
    .argParser((text: string, before: readonly Item[]) => [...before, parse(text)])
    .default([], 'none')
}

/** Parses text that must not be empty. */
export function parseFilled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** Parses a token of the control API. @throws OptionError that does not contain it, unlike the errors of other options */
export function parseToken(text: string): string {
  const received = findTokenIssue(text)
  if (received !== undefined) throw new OptionError({ attempt: 'read --token', received, advice: TOKEN_ADVICE })
  return text
}

/** Creates a parser for a number of units within a range, or for text such as `30s`. Its output is a number of them. */
export function parseSpan(least: number, most: number, unit: 'seconds' | 'minutes'): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text)
      ? Number(text)
      : Number(parseDuration(text)) / (unit === 'minutes' ? MINUTE : SECOND)
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`Allowed: from ${least} to ${most} ${unit}, or text such as 30s or 1h 30m.`)
  }
}

/** Creates a parser for whole numbers within a range. @param what what is counted, if it is a unit */
export function parseWholeNumber(minimum: number, maximum: number, what = 'a whole number'): (text: string) => number {
  return (text) => {
    const value = Number(text)
    const isFine = /^-?\d+$/.test(text) && value >= minimum && value <= maximum
    if (!isFine) throw new InvalidArgumentError(`Allowed: ${what} from ${minimum} to ${maximum}.`)
    return value
  }
}
