// Writes the references in docs/ from the register, the control API, the command line's help and the docstrings of the
// options, parts of other pages (the scenarios, what coding agents use, a sentence of the README), and llms.txt.

import { readFileSync, writeFileSync } from 'node:fs'
import { describeTools, describeTranscript } from './docs/agents.mjs'
import { describeAssumptions } from './docs/assumptions.mjs'
import { describeControlApi } from './docs/control-api.mjs'
import { describeFidelity, summarizeFidelity } from './docs/fidelity.mjs'
import { describePages } from './docs/llms.mjs'
import { describeOptions } from './docs/options.mjs'
import { describeScenarios } from './docs/scenarios.mjs'
import { fail, writeOrCheck } from './write-or-check.mjs'

const DOCS = new URL('../docs/', import.meta.url)
const NOTE = '<!-- Written by `npm run docs`. Do not edit. -->'
// Around a part of a page that is otherwise written by hand.
const PART_START = '<!-- This part is written by `npm run docs`. Do not edit. -->'
const PART_END = '<!-- The end of the part. -->'
const references = {
  'assumptions.md': describeAssumptions,
  'control-api.md': describeControlApi,
  'fidelity.md': describeFidelity,
  'options.md': describeOptions,
}
const parts = {
  'scenarios.md': [describeScenarios],
  'agents.md': [describeTools, describeTranscript],
}

await writeOrCheck('write the references', { write, check })

/** Writes all references. */
async function write() {
  for (const list of [listPages, listOverviews]) {
    for (const { file, text } of await list()) writeFileSync(file, text)
  }
}

/** Fails if a reference is not what `write` would write. */
async function check() {
  for (const { name, file, text } of [...(await listPages()), ...(await listOverviews())]) {
    if (text === readFileSync(file, 'utf8')) continue
    fail(`Failed to check the references: ${name} is outdated. Run npm run docs.`)
  }
}

function place(name) {
  return { name, file: new URL(name, DOCS) }
}

// These are read from the pages, so the pages come first.
async function listOverviews() {
  const readme = place('../README.md')
  const text = readFileSync(readme.file, 'utf8').replace(/Of its [\d,]+ operations.*$/m, summarizeFidelity())
  return [
    { ...readme, text },
    { ...place('../llms.txt'), text: `${await describePages()}\n` },
  ]
}

async function listPages() {
  const whole = Object.entries(references).map(async ([name, describe]) => {
    return { ...place(name), text: `${NOTE}\n\n${await describe()}\n` }
  })
  const partial = Object.entries(parts).map(async ([name, describe]) => {
    const { file } = place(name)
    return {
      name,
      file,
      text: replaceParts(readFileSync(file, 'utf8'), await Promise.all(describe.map((each) => each()))),
    }
  })
  return Promise.all([...whole, ...partial])
}

function replaceParts(text, written) {
  const [before, ...pieces] = text.split(PART_START)
  if (pieces.length !== written.length)
    throw new Error(`Failed to write a page: it has ${pieces.length} "${PART_START}".`)
  const after = pieces.map((piece) => piece.split(PART_END)[1])
  return before + written.map((part, index) => `${PART_START}\n\n${part}\n\n${PART_END}${after[index]}`).join('')
}
