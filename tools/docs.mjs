// Writes the references in docs/ from the register, the control API, the command line's help and the docstrings of the options.

import { readFileSync, writeFileSync } from 'node:fs'
import { describeAssumptions } from './docs/assumptions.mjs'
import { describeControlApi } from './docs/control-api.mjs'
import { describeOptions } from './docs/options.mjs'
import { fail, writeOrCheck } from './write-or-check.mjs'

const DOCS = new URL('../docs/', import.meta.url)
const NOTE = '<!-- Written by `npm run docs`. Do not edit. -->'
const references = {
  'assumptions.md': describeAssumptions,
  'control-api.md': describeControlApi,
  'options.md': describeOptions,
}

await writeOrCheck('write the references', { write, check })

/** Writes all references. */
async function write() {
  for (const [name, describe] of Object.entries(references)) {
    writeFileSync(new URL(name, DOCS), complete(await describe()))
  }
}

/** Fails if a reference is not what `write` would write. */
async function check() {
  for (const [name, describe] of Object.entries(references)) {
    if (complete(await describe()) === readFileSync(new URL(name, DOCS), 'utf8')) continue
    fail(`Failed to check the references: docs/${name} is outdated. Run npm run docs.`)
  }
}

function complete(text) {
  return `${NOTE}\n\n${text}\n`
}
