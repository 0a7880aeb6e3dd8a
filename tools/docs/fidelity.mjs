// How true each part of the simulated service is, from the OpenAPI documents of all its versions.

import { listEntries, namedValues, resolveAssumptions } from '../../build/src/engine/define/assumptions/assumptions.js'
import { buildServiceDocument } from '../../build/src/engine/reports/openapi/documents.js'
import { finish } from '../../build/src/engine/work/steps.js'
import { PRESETS } from '../../build/src/service/assumptions/presets.js'
import { service } from '../../build/src/service/service.js'
import { readRows, toKey } from './fidelity-rows.mjs'
import { formatTable, toAnchor } from './markdown.mjs'

const { questions } = service

const SOURCES = {
  'documented: contract': 'The [written contract](interface.md) has it.',
  'documented: OpenAPI': 'The OpenAPI document that the public service had in May 2026 has it.',
  'documented: page': 'A later page of its documentation has it.',
  'seen: client': 'A client of the public service, or a test of somebody else, sends it or reads it.',
  'seen: framework': 'The framework of the public service does it for the same declarations, as we recorded.',
  guessed: 'Nothing public says so. It seemed most likely to us, or it is another possible answer.',
}
const MARKS = ['documented', 'seen', 'guessed']
const KINDS = {
  operation: 'operations',
  parameter: 'parameters',
  body: 'fields of bodies',
  response: 'responses',
  field: 'fields of responses',
  refusal: 'refusals',
}

// They concern nearly every path, parameter or field, so they are only named once.
const OF_PATHS = ['versionPrefix', 'headRequests', 'trailingSlash']
const OF_PARAMETERS = ['repeatedParameter', 'unknownParameter', 'nullParameter', 'integerSyntax', 'booleanSyntax']
const OF_FIELDS = ['optionalFields', 'nullableFields', 'timestampFormat']
const COMMON = [...OF_PATHS, ...OF_PARAMETERS, ...OF_FIELDS]

/** Describes every part of the service: where it is known from, and which assumptions switch it. */
export function describeFidelity() {
  const { rows, groups } = collect()
  const listGroups = (wanted) =>
    [...groups].flatMap(([name, group]) => (group.kind === wanted ? [describeGroup(name, group, rows)] : []))
  return [
    `# How true is it?

The written contract is short. The public service publishes more, and still not everything. Here is for each part of the simulated service where it is known from, and which [assumptions](assumptions.md) switch it: with another value, it is different, or not there. The [OpenAPI document](openapi.md#what-is-known) has the same marks, and the explanation of a request says if its response is a guess. Some gaps of the contract have no assumption: [what a probe does not vary](find-what-you-depend-on.md#what-a-probe-does-not-vary).`,
    formatTable(['known', 'what that means'], Object.entries(SOURCES)),
    'How many of each there are:',
    formatTable(
      ['', ...MARKS],
      Object.entries(KINDS).map(([kind, title]) => [title, ...count(rows, kind)]),
    ),
    `Assumptions that concern every operation are only named here: ${OF_PATHS.map(link).join(', ')} for paths, ${OF_PARAMETERS.map(link).join(', ')} for parameters, and ${OF_FIELDS.map(link).join(', ')} for fields.`,
    `## Refusals of every operation\n\n${formatRows(rows.filter(({ group }) => group === ''))}`,
    '## Operations',
    ...listGroups('operation'),
    '## Bodies of requests',
    ...listGroups('body'),
    '## Objects in responses',
    ...listGroups('field'),
  ].join('\n\n')
}

/** Sums the page up in a sentence. */
export function summarizeFidelity() {
  const { rows } = collect()
  const [documented, seen, guessed] = count(rows)
  return `Of its ${rows.length.toLocaleString('en-US')} operations, parameters, fields and refusals, ${documented} are documented, ${seen} were seen in clients or the framework, and ${guessed} are guesses: [how true is it?](docs/fidelity.md)`
}

let collected

/** Collects the rows of all versions of the service: of the presets, and with each other value of an assumption. */
function collect() {
  collected ??= collectRows()
  return collected
}

function collectRows() {
  const known = new Map()
  const groups = new Map()
  for (const preset of PRESETS) {
    for (const [key, row] of readRows(describe(preset), groups))
      known.set(key, known.get(key) ?? { ...row, isOfPreset: true })
  }
  for (const preset of [PRESETS.at(-1), PRESETS[0]]) {
    const usual = readRows(describe(preset), groups)
    for (const [id, value] of listOthers(preset)) {
      noteSwitches(known, id, usual, readRows(describe(preset, { [id]: value }), groups))
    }
  }
  return { rows: [...known.values()].map((row) => finishRow(row, known)), groups }
}

function describe(preset, overrides) {
  const assumptions = resolveAssumptions(questions, preset, overrides)
  return finish(buildServiceDocument({ declared: service, assumptions, isMarked: true }))
}

function listOthers(preset) {
  const usual = resolveAssumptions(questions, preset)
  return listEntries(questions).flatMap(([id, entry]) =>
    namedValues(entry).flatMap((value) => (value === usual[id] ? [] : [[id, value]])),
  )
}

function noteSwitches(known, id, usual, changed) {
  for (const key of new Set([...usual.keys(), ...changed.keys()])) {
    const after = changed.get(key)
    if (!known.has(key)) known.set(key, { ...after })
    if (usual.get(key)?.content !== after?.content) known.get(key).switches.add(id)
  }
}

// What switches a whole operation is not repeated for its parts. What no preset has is another possible answer, unless
// a refusal says that it is more.
function finishRow(row, known) {
  const { group, kind, basis, switches, isOfPreset } = row
  const whole = kind === 'operation' ? undefined : known.get(toKey({ group, kind: 'operation' }))
  const own = listEntries(questions).flatMap(([id]) =>
    switches.has(id) && !COMMON.includes(id) && !whole?.switches.has(id) ? [id] : [],
  )
  const isOther = isOfPreset !== true && (kind !== 'refusal' || group === '') && basis.startsWith('documented')
  return { ...row, switches: own, basis: isOther ? 'guessed' : basis }
}

function describeGroup(name, { summary, bodies = [], results = [] }, rows) {
  const own = rows.filter(({ group }) => group === name)
  // What switches all rows is said once.
  const [first, ...others] = own
  const shared = (first?.switches ?? []).filter(
    (id) => others.length > 0 && others.every(({ switches }) => switches.includes(id)),
  )
  const rest = own.map((row) => ({ ...row, switches: row.switches.filter((id) => !shared.includes(id)) }))
  const about = [
    ...(summary === undefined ? [] : [summary]),
    ...[...bodies].map((each) => `Takes [${each}](#${toAnchor(each)}).`),
    ...[...results].map((each) => `Responds with [${each}](#${toAnchor(each)}).`),
    ...(shared.length === 0 ? [] : [`Switched by ${shared.map(link).join(', ')}.`]),
  ].join(' ')
  return [`### ${name}`, ...(about === '' ? [] : [about]), formatRows(rest)].join('\n\n')
}

function formatRows(rows) {
  const kinds = Object.keys(KINDS)
  const sorted = rows.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
  const cells = sorted.map(({ name, basis, switches }) => [name, basis, switches.map(link).join(', ')])
  return formatTable(['part', 'known', 'switched by'], cells)
}

function link(id) {
  return `[${id}](assumptions.md#${toAnchor(id)})`
}

function count(rows, wanted) {
  return MARKS.map((mark) =>
    rows
      .filter(({ kind, basis }) => (wanted === undefined || kind === wanted) && basis.startsWith(mark))
      .length.toLocaleString('en-US'),
  )
}
