import { drawNumber, drawText, drawUuid, drawValue } from './hostile-values.mjs'

/**
 * Creates a function that draws values that a JSON Schema allows, as far as the schema says so
 * itself. It supports the patterns of ids and times. Other text is arbitrary.
 *
 * @param definitions the schemas that `$ref` refers to, by name
 */
export function createSchemaValues(definitions) {
  const drawFrom = (draw, schema = {}, levels = 6) => {
    if (schema.$ref !== undefined) return drawFrom(draw, definitions[schema.$ref.split('/').at(-1)], levels)
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return draw.pick(schema.enum)
    const either = schema.anyOf ?? schema.oneOf
    if (either !== undefined) return drawFrom(draw, draw.pick(either), levels)
    const type = Array.isArray(schema.type) ? draw.pick(schema.type) : schema.type
    return (types[type] ?? drawAny)(draw, schema, levels)
  }

  const types = {
    object: (draw, schema, levels) => drawObject(draw, schema, levels),
    array: (draw, schema, levels) => drawArray(draw, schema, levels),
    string: drawString,
    integer: (draw, schema) => Math.trunc(drawWithin(draw, schema)),
    number: drawWithin,
    boolean: (draw) => draw.chance(0.5),
    null: () => null,
  }

  const drawObject = (draw, { properties = {}, required = [], additionalProperties, propertyNames }, levels) => {
    const share = levels > 0 ? draw.pick([0.1, 0.3, 0.9]) : 0
    const names = Object.keys(properties).filter((name) => required.includes(name) || draw.chance(share))
    const fields = names.map((name) => [name, drawFrom(draw, properties[name], levels - 1)])
    if (levels <= 0 || typeof additionalProperties !== 'object') return Object.fromEntries(fields)
    const nameOf = () => (propertyNames === undefined ? drawText(draw) : String(drawFrom(draw, propertyNames, 0)))
    const free = draw.many(0, 3, () => [nameOf(), drawFrom(draw, additionalProperties, levels - 1)])
    return Object.fromEntries([...fields, ...free])
  }

  const drawArray = (draw, { items = {}, prefixItems, minItems = 0, maxItems = minItems + 3 }, levels) => {
    if (prefixItems !== undefined) return prefixItems.map((item) => drawFrom(draw, item, levels - 1))
    const most = levels > 0 ? Math.min(maxItems, minItems + 3) : minItems
    return draw.many(minItems, most, () => drawFrom(draw, items, levels - 1))
  }

  return { draw: drawFrom }
}

const drawAny = (draw) => drawValue(draw, 2)

function drawString(draw, { format, pattern, minLength = 0 }) {
  if (format === 'date-time' || /\\d\{4\}/.test(pattern ?? '')) return drawTime(draw)
  if (format === 'uuid' || /0-9a-f/i.test(pattern ?? '')) return drawUuid(draw)
  if (format === 'uri') return draw.pick(['https://github.com/lumen-works/search', 'http://a.test', 'x:y'])
  const text = draw.chance(0.5) ? draw.pick(['alpha', 'beta', 'main', 'v1']) : drawText(draw)
  return pattern?.startsWith('^\\/') ? `/${text}` : text.padEnd(minLength, 'x')
}

function drawTime(draw) {
  const year = draw.pick(['0001', '1970', '2026', '2026', '2026', '2400', '9999'])
  return `${year}-${draw.pick(['01-01', '12-31', '02-28'])}T${draw.pick(['00:00:00', '23:59:59.999999'])}Z`
}

// These include counts of records, and large worlds have their own cases.
function drawWithin(draw, { minimum = -100, maximum = 1000, exclusiveMinimum }) {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 0.01
  const most = Math.min(maximum, least + 200)
  if (draw.chance(0.2)) return Math.min(Math.max(drawNumber(draw), least), most)
  return least + draw.fraction() * (most - least)
}
