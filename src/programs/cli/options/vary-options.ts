// The options that draw assumptions.

import type { Command } from 'commander'
import { drawSeed } from '../../../chaos-seed.ts'
import { parseVarySeed, readVariation, type VaryOptions } from '../../../engine/define/assumptions/variation.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { showText } from '../../../engine/input/text/quote.ts'
import { quoteWord } from '../../../engine/input/text/shell.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import type { OfService } from './options.ts'

export interface VaryCommandOptions {
  /** The seed; true if there is none. */
  vary?: string | true
  varyOnly?: readonly string[]
  varyExcept?: readonly string[]
}

export function addVaryOptions(command: Command, { questions }: ServiceDeclarations): Command {
  // Parsed here so that an unknown id is rejected before anything is built.
  const parseIds = (text: string): readonly string[] => {
    const ids = text.split(',').map((id) => id.trim())
    readVariation(questions, { seed: 0, only: ids })
    return ids
  }
  return command
    .option('--vary [seed]', 'draw a value for every assumption that is not set (default seed: a random one)')
    .option('--vary-only <ids>', 'draw only these assumptions, separated by commas', parseIds)
    .option('--vary-except <ids>', 'do not draw these assumptions, separated by commas', parseIds)
}

/** Returns what to draw, if anything. @throws OptionError for options that do not fit together */
export function readVaryOptions({
  vary,
  varyOnly: only,
  varyExcept: except,
  declared,
}: VaryCommandOptions & OfService): VaryOptions | undefined {
  if (vary === undefined) {
    if (only === undefined && except === undefined) return undefined
    const flag = only === undefined ? '--vary-except' : '--vary-only'
    throw new OptionError({ attempt: 'vary', received: `${flag} is set, but --vary is not`, advice: 'Add --vary.' })
  }
  return readVariation(declared.questions, {
    seed: vary === true ? drawSeed() : parseVarySeed(vary),
    ...(only !== undefined && { only }),
    ...(except !== undefined && { except }),
  })
}

/** Describes what was drawn, and how to draw it again. */
export function describeVariation({ seed, only, except }: VaryOptions): string {
  const flags = [
    `--vary ${quoteWord(String(seed))}`,
    ...(only === undefined ? [] : [`--vary-only ${only.join(',')}`]),
    ...(except === undefined ? [] : [`--vary-except ${except.join(',')}`]),
  ]
  return `Assumptions drawn with seed ${showText(String(seed))}. To draw them again: ${flags.join(' ')}`
}
