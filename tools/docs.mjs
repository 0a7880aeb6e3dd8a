// Writes the references in docs/ from the register, the control API, the command line's help and the docstrings of the
// options, the table of scenarios, and llms.txt.

import { readFileSync, writeFileSync } from 'node:fs'
import { describeAssumptions } from './docs/assumptions.mjs'
import { describeControlApi } from './docs/control-api.mjs'
import { describePages } from './docs/llms.mjs'
import { describeOptions } from './docs/options.mjs'
import { describeScenarios } from './docs/scenarios.mjs'
import { fail, writeOrCheck } from './write-or-check.mjs'

const DOCS = new URL('../docs/', import.meta.url)
const NOTE = '<!-- Written by `npm run docs`. Do not edit. -->'
// Around a table in a page that is otherwise written by hand.
const TABLE_START = '<!-- This table is written by `npm run docs`. Do not edit. -->'
const TABLE_END = '<!-- The end of the table. -->'
const references = {
  'assumptions.md': describeAssumptions,
  'control-api.md': describeControlApi,
  'options.md': describeOptions,
}
const overviews = {
  '../llms.txt': describePages,
}
const tables = {
  'scenarios.md': describeScenarios,
}

await writeOrCheck('write the references', { write, check })

/** Writes all references. */
async function write() {
  for (const { file, text } of await listFiles()) writeFileSync(file, text)
}

/** Fails if a reference is not what `write` would write. */
async function check() {
  for (const { name, file, text } of await listFiles()) {
    if (text === readFileSync(file, 'utf8')) continue
    fail(`Failed to check the references: ${name} is outdated. Run npm run docs.`)
  }
}

async function listFiles() {
  const place = (name) => ({ name, file: new URL(name, DOCS) })
  const whole = Object.entries(references).map(async ([name, describe]) => {
    return { ...place(name), text: `${NOTE}\n\n${await describe()}\n` }
  })
  const overview = Object.entries(overviews).map(async ([name, describe]) => {
    return { ...place(name), text: `${await describe()}\n` }
  })
  const partial = Object.entries(tables).map(([name, describe]) => {
    const { file } = place(name)
    return { name, file, text: replaceTable(readFileSync(file, 'utf8'), describe()) }
  })
  return Promise.all([...whole, ...overview, ...partial])
}

function replaceTable(text, table) {
  const [before, rest = ''] = text.split(TABLE_START)
  const [, after] = rest.split(TABLE_END)
  if (after === undefined) throw new Error(`Failed to write a table: there is no "${TABLE_START}" with its end.`)
  return `${before}${TABLE_START}\n\n${table}\n\n${TABLE_END}${after}`
}
