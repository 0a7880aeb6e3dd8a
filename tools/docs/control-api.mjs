// The reference of the control API, from its OpenAPI document.

import { createSimulator } from '../../dist/src/index.js'
import { formatTable, toAnchor } from './markdown.mjs'

// What its blocks continue: a server.
const PART = '<!--part-of:control-over-http.md-->'
const INTRODUCTION = `# The control API

Every operation of the [control API](control-over-http.md), with its query and its body. The paths apply to the server's own session; below \`/_s/NAME\`, the same paths apply to the session \`NAME\`, and a session that is created there without a \`name\` is called \`NAME\`. A name has 1 to 100 letters, digits, \`_\`, \`-\`, \`.\` and \`~\`, and is neither \`.\` nor \`..\`. \`/_simulator/openapi.json\` has the same as OpenAPI, with the schemas of all responses, and \`/_simulator/docs?document=control\` shows it.

Bodies are JSON. No body means \`{}\`. A large part of a body is only named here: \`ScenarioInput\` is what a [scenario file](scenarios.md) contains, \`FaultInput\` is a [fault](faults-and-clock.md) with one of [these effects](options.md#effects-of-faults), and \`SnapshotInput\` is a snapshot as \`POST /_simulator/snapshots\` and \`simulator.snapshot()\` take it.

${PART}
\`\`\`sh
curl 'localhost:4010/_simulator/requests?operation=listDeployments&status=4xx'
curl -X PUT localhost:4010/_simulator/scenario -d '{"name": "busy"}'
\`\`\``

// Bodies that say more than their tables. A test sends them.
const EXAMPLES = {
  'POST /_simulator/faults': [
    '{"operation": "listDeployments", "status": 503, "times": 1}',
    '{"query": {"status": "READY"}, "delay": {"min": 200, "max": 900}}',
    '{"operation": "listDeployments", "effect": "empty"}',
    '{"effect": {"kind": "rate-limit", "limit": 1, "window": 60000}}',
  ],
  'PATCH /_simulator/clock': ['{"advance": 60000}', '{"to": "next"}'],
  'POST /_simulator/sessions': ['{"name": "alice", "scenario": "empty"}', '{"from": "alice"}'],
}

// The operations of all kinds of records are the same.
const OF_OTHER_RESOURCE = /\/records\/(?!deployments\b)/

/** Describes every operation of the control API. */
export async function describeControlApi() {
  const response = await createSimulator({ scenario: 'empty' }).fetch('/_simulator/openapi.json')
  const { paths, components } = await response.json()
  const different = Object.entries(paths).filter(([path]) => !OF_OTHER_RESOURCE.test(path))
  const operations = different.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, ...operation })),
  )
  const rows = operations.map(({ title, summary }) => [`[\`${title}\`](#${toAnchor(title)})`, summary])
  const titles = titleByBody(operations)
  const sections = operations.map((each) => describeOperation(each, { titles, schemas: components.schemas }))
  const resources = Object.keys(paths).flatMap((path) => /\/records\/(\w+)$/.exec(path)?.[1] ?? [])
  const note = `The operations of \`/_simulator/records/deployments\` exist for each kind of record: ${resources.map(code).join(', ')}.`
  return [INTRODUCTION, note, '## All operations', formatTable(['operation', 'what it does'], rows), ...sections].join(
    '\n\n',
  )
}

/** The title of the first operation with each body. */
function titleByBody(operations) {
  const bodies = operations.flatMap(({ title, requestBody }) => (requestBody ? [[nameOfBody(requestBody), title]] : []))
  return new Map(bodies.toReversed())
}

function describeOperation({ title, summary, parameters = [], requestBody }, { titles, schemas }) {
  const rows = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, description, schema }) => [code(name), describeType(schema), description ?? schema.description ?? ''])
  const query = rows.length === 0 ? [] : [formatTable(['query', 'value', 'meaning'], rows)]
  const first = requestBody && titles.get(nameOfBody(requestBody))
  const body = first === title ? describeBody(requestBody, schemas) : first ? [describeSame(first)] : []
  return [`### ${title}`, summary, ...query, ...body, ...showExamples(title)].join('\n\n')
}

function showExamples(title) {
  const [method, path] = title.split(' ')
  const lines = (EXAMPLES[title] ?? []).map((body) => `curl -X ${method} localhost:4010${path} -d '${body}'`)
  return lines.length === 0 ? [] : [[PART, '```sh', ...lines, '```'].join('\n')]
}

function describeSame(title) {
  return `The body is that of [\`${title}\`](#${toAnchor(title)}).`
}

function describeBody(requestBody, schemas) {
  const body = schemas[nameOfBody(requestBody)]
  const forms = listForms(body, schemas)
  const tables = forms.map((form, index) => {
    const rows = Object.entries(form.properties ?? {}).map(([name, schema]) => [
      form.required?.includes(name) ? `${code(name)} (required)` : code(name),
      describeType(schema),
      schema.description ?? '',
    ])
    const head = [forms.length === 1 ? 'body' : `body, form ${index + 1}`, 'value', 'meaning']
    return rows.length === 0 ? `Body: ${describeType(form)}.` : formatTable(head, rows)
  })
  return [...tables, ...describeChoice(body)]
}

// A body with one of several forms has a table for each.
function listForms(schema, schemas) {
  if (schema.$ref !== undefined) return listForms(schemas[nameOf(schema)], schemas)
  const forms = hasChoice(schema) ? undefined : (schema.anyOf ?? schema.oneOf)
  return forms === undefined ? [schema] : forms.flatMap((each) => listForms(each, schemas))
}

// The forms of some bodies only say which of its fields are required.
function hasChoice({ properties, oneOf }) {
  return properties !== undefined && oneOf !== undefined
}

function describeChoice(schema) {
  if (!hasChoice(schema)) return []
  return [`Exactly one of ${schema.oneOf.flatMap(({ required }) => required.map(code)).join(', ')} is required.`]
}

function nameOfBody(requestBody) {
  const [{ schema }] = Object.values(requestBody.content)
  return nameOf(schema)
}

function nameOf({ $ref }) {
  return $ref.split('/').at(-1)
}

const LONGEST_PATTERN = 60
const MOST_VALUES = 12

function describeType(schema) {
  if (schema.$ref !== undefined) return code(nameOf(schema))
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) return describeValues(schema.enum)
  const forms = schema.anyOf ?? schema.oneOf
  if (forms !== undefined) return [...new Set(forms.map(describeType))].join(' or ')
  if (schema.type === 'array') return `a list of ${describeType(schema.items ?? {})}`
  if (schema.type === 'object') return 'fields'
  if (Array.isArray(schema.type)) return schema.type.map((type) => describeType({ ...schema, type })).join(' or ')
  const range = schema.type === 'string' ? '' : describeRange(schema)
  const { pattern = '' } = schema
  const form = pattern === '' || pattern.length > LONGEST_PATTERN ? '' : ` that matches ${code(pattern)}`
  return `${NAMES[schema.type] ?? 'any value'}${range}${form}`
}

const NAMES = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
  null: '`null`',
}

function describeValues(values) {
  // A name of digits can also be a number.
  const names = [...new Set(values.map((each) => code(each)))]
  const shown = names.slice(0, MOST_VALUES)
  return shown.join(', ') + (names.length > MOST_VALUES ? ` and ${names.length - MOST_VALUES} more` : '')
}

function describeRange({ minimum, maximum }) {
  const isShown = (limit) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  if (isShown(minimum) && isShown(maximum)) return ` from ${minimum} to ${maximum}`
  if (isShown(minimum)) return `, at least ${minimum}`
  return isShown(maximum) ? `, at most ${maximum}` : ''
}

function code(text) {
  return `\`${text}\``
}
