// The table of the effects of faults, from their declarations.

import { inspect } from 'node:util'
import { effectsOf } from '../../build/src/engine/faults/effects/effects.js'
import { service } from '../../build/src/service/service.js'
import { formatTable } from './markdown.mjs'

/** Describes every effect: what it does, how a fault with it is written, and its settings. */
export function describeEffects() {
  const rows = effectsOf(service).map((effect) => [
    `\`${effect.kind}\``,
    effect.description,
    `\`${inspect(writeFault(effect), { breakLength: Number.POSITIVE_INFINITY })}\``,
    describeSettings(effect),
  ])
  return formatTable(['effect', 'what it does', 'for example', 'settings'], rows)
}

// As short as possible.
function writeFault({ kind, short, example }) {
  const names = Object.keys(example)
  if (short !== undefined && short.setting === undefined) return { [kind]: example }
  if (names.length === 1 && names[0] === short?.setting) return { [kind]: example[short.setting] }
  return { effect: names.length === 0 ? kind : { kind, ...example } }
}

function describeSettings({ schema }) {
  const settings = Object.entries(schema.shape).filter(([name]) => name !== 'kind')
  return settings
    .map(([name, setting]) => `\`${name}\`: ${setting.description}${describeDefault(setting)}`)
    .join('<br>')
}

function describeDefault({ description, def: { defaultValue } }) {
  return defaultValue === undefined || description.includes('Default: ') ? '' : ` Default: ${defaultValue}.`
}
