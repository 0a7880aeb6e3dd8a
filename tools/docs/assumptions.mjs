// The reference of the assumptions, from the register.

import { listEntries, presetValue } from '../../build/src/engine/define/assumptions/assumptions.js'
import { PRESETS } from '../../build/src/service/assumptions/presets.js'
import { questions } from '../../build/src/service/assumptions/questions.js'
import { formatTable, linkSections, toAnchor } from './markdown.mjs'

const INTRODUCTION = `# Assumptions

The assumption register lists everything that the contract leaves open, and the value that the simulator uses for it. Code that works with only one of several values relies on luck, so try it with another value:

\`\`\`sh
npx deploymock --assume lastPageOffset=limit --assume deploymentOrdering=shuffled
npx deploymock assumptions            # all assumptions, with their other values
npx deploymock assumptions creation   # one assumption, with the meaning of each value
\`\`\`

In code: \`createSimulator({ preset: 'spec', assumptions: { lastPageOffset: 'limit' } })\`. A preset is a named set of assumptions: \`spec\` fills the gaps of the written contract, \`langsmith\` is the public service that the contract is an excerpt of, and \`langsmith-next\` is that service with the fields and parameters that newer clients use. You cannot switch what the contract does specify. The column \`section\` links the section of [the contract](interface.md) that leaves the question open.

## All assumptions`

/** Describes every entry of the register. */
export function describeAssumptions() {
  const entries = listEntries(questions)
  const [, ...further] = PRESETS
  const presets = ['`spec`', ...further.map((preset) => `${code(preset)} if different`)]
  const head = ['id', 'section', 'question', ...presets, 'other values']
  return [INTRODUCTION, formatTable(head, entries.map(toRow)), ...entries.map(describeEntry)].join('\n\n')
}

function toRow([id, entry]) {
  const { section, question, values, freeValue } = entry
  const own = PRESETS.map((preset) => entry[preset])
  const others = Object.keys(values)
    .filter((name) => !own.includes(name))
    .map(code)
  const free = freeValue === undefined ? [] : ['your own']
  const link = `[${code(id)}](#${toAnchor(id)})`
  return [
    link,
    linkSections(section),
    question,
    ...own.map((value) => (value === undefined ? '' : code(value))),
    [...others, ...free].join(', '),
  ]
}

function describeEntry([id, entry]) {
  const { section, question, advice, values, freeValue } = entry
  const rows = Object.entries(values).map(([name, meaning]) => [
    `${code(name)}${describePresets(name, entry)}`,
    meaning,
  ])
  return [
    `### ${id}`,
    `${question} (section ${linkSections(section)})`,
    formatTable(['value', 'meaning'], rows),
    ...(freeValue === undefined ? [] : [`Or ${freeValue.form.replace(/(?<=section )[\d.]*\d/, linkSections)}.`]),
    ...listFreePresets(entry),
    `If your code depends on it: ${advice}`,
  ].join('\n\n')
}

/** Says which presets have a value: `, default` for all of them. */
function describePresets(name, entry) {
  const having = PRESETS.filter((preset) => presetValue(questions, entry, preset) === name)
  if (having.length === PRESETS.length) return ', default'
  return having.length === 0 ? '' : ` (${having.map(code).join(', ')})`
}

/** Says which value a preset has that is not listed. */
function listFreePresets(entry) {
  const own = PRESETS.map((preset) => [preset, presetValue(questions, entry, preset)])
  return own
    .filter(([, value]) => !(value in entry.values))
    .map(([preset, value]) => `The preset ${code(preset)} has ${code(value)}.`)
}

function code(text) {
  return `\`${text}\``
}
