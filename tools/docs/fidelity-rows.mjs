// The parts that an OpenAPI document of the service describes, each as a row: where it is known from, and its content.

// A refusal of any operation is not repeated for each.
const OF_ALL =
  /^(the path ends|path and query|body is unreadable|the body|credentials are|a parameter is|key without|deployments not|too many)/

/**
 * Reads the rows of a document, by their keys.
 *
 * @param groups what the rows are grouped by: operations and schemas. Those of the document are added.
 */
export function readRows({ paths, components: { schemas } }, groups) {
  const rows = new Map()
  const add = (row, part = {}) => {
    const key = toKey(row)
    if (row.basis === undefined) throw new Error(`Failed to describe ${row.group} ${row.name}: it has no basis.`)
    if (!rows.has(key)) rows.set(key, { ...row, content: writeContent(row, part), switches: new Set(listMarks(part)) })
  }
  const reader = { add, groups, schemas, seen: new Set() }
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (method === 'head' || operation.operationId === undefined) continue
      readOperation(operation, `\`${method.toUpperCase()} ${path}\``, reader)
    }
  }
  return rows
}

/** The key of the row of an operation as a whole. Its path is only its name. */
export function toKey({ group, kind, name, basis }) {
  return [group, kind, kind === 'operation' ? '' : name, kind === 'refusal' ? basis : ''].join('\n')
}

function readOperation(operation, name, reader) {
  const { operationId: group, summary, parameters = [], requestBody, responses, 'x-basis': basis } = operation
  if (!reader.groups.has(group))
    reader.groups.set(group, { kind: 'operation', summary, bodies: new Set(), results: new Set() })
  const { bodies, results } = reader.groups.get(group)
  reader.add({ group, kind: 'operation', name, basis })
  for (const part of parameters) {
    const name = part.in === 'query' ? `?${part.name}` : part.name
    reader.add({ group, kind: 'parameter', name: `\`${name}\``, basis: part['x-basis'] }, part)
  }
  for (const { schema = {} } of Object.values(requestBody?.content ?? {})) {
    readSchema(schema, { kind: 'body', group, basis, used: bodies, prefix: '' }, reader)
  }
  for (const [status, response] of Object.entries(responses))
    readResponse(response, { group, status, used: results }, reader)
}

function readResponse({ 'x-basis': basis, content = {} }, { group, status, used }, reader) {
  if (typeof basis === 'string') {
    reader.add({ group, kind: 'response', name: `\`${status}\``, basis })
    const at = { kind: 'field', group, basis, used, prefix: '' }
    for (const { schema } of Object.values(content)) readSchema(schema, at, reader)
    return
  }
  for (const [name, known] of Object.entries(basis ?? {})) {
    reader.add({ group: OF_ALL.test(name) ? '' : group, kind: 'refusal', name: `${name}: \`${status}\``, basis: known })
  }
}

/** Reads the fields of a schema. One with a name has a group of its own. */
function readSchema({ $ref, ...inline }, at, reader) {
  const { groups, schemas, seen } = reader
  const name = $ref?.split('/').at(-1)
  if (name === undefined) return readFields(inline, at, reader)
  at.used.add(name)
  if (!groups.has(name)) groups.set(name, { kind: at.kind })
  if (seen.has(name)) return
  seen.add(name)
  const { 'x-basis': basis = at.basis } = schemas[name]
  readFields(schemas[name], { ...at, basis, group: name, used: new Set(), prefix: '' }, reader)
}

function readFields({ properties = {}, items, anyOf = [], additionalProperties: others }, at, reader) {
  for (const [field, part] of Object.entries(properties)) {
    const { 'x-basis': basis = at.basis } = part
    reader.add({ group: at.group, kind: at.kind, name: `\`${at.prefix}${field}\``, basis }, part)
    readSchema(part, { ...at, basis, prefix: `${at.prefix}${field}.` }, reader)
  }
  if (items !== undefined) readSchema(items, { ...at, prefix: at.prefix.replace(/\.$/, '[].') }, reader)
  for (const each of anyOf) readSchema(each, at, reader)
  if (others?.properties !== undefined || others?.$ref !== undefined)
    readSchema(others, { ...at, prefix: `${at.prefix}*.` }, reader)
}

const LEFT_OUT = ['properties', 'required', 'description', 'example', 'additionalProperties']

/** What of a part is compared between versions of the service: neither the parts within it nor its marks. */
function writeContent({ kind, name }, part) {
  if (kind === 'operation') return name
  return JSON.stringify(part, (key, value) => (key.startsWith('x-') || LEFT_OUT.includes(key) ? undefined : value))
}

function listMarks({ 'x-assumption': marks = [] }) {
  return [marks].flat().map((mark) => mark.split('=')[0])
}
