// Each fills about the requested number of bytes with what is most expensive for a careless validator.
const fillArray = (item) => (bytes) =>
  `[${Array.from({ length: Math.ceil(bytes / (item.length + 1)) }, () => item).join(',')}]`
const fillObject = (value) => (bytes) => {
  const count = Math.ceil(bytes / (value.length + 11))
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join(',')}}`
}
// As many distinct names as fit.
function fillNames(bytes) {
  return `{${Array.from({ length: Math.ceil(bytes / 9) }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`
}
const nest = (open, close) => (bytes) => {
  const levels = Math.floor(bytes / (open.length + close.length))
  return `${open.repeat(levels)}0${close.repeat(levels)}`
}

/** JSON of a size, by its content. */
export const fillings = {
  'array of ones': fillArray('1'),
  'array of nulls': fillArray('null'),
  'array of empty objects': fillArray('{}'),
  'array of empty arrays': fillArray('[]'),
  'array of secrets': fillArray('{"name":"A","value":"b"}'),
  'array of secrets without a name': fillArray('{"value":1}'),
  'array of texts': fillArray('"é"'),
  'array of numbers': fillArray('1.5e-7'),
  'array of whole floats': fillArray('1.0'),
  'array of integers beyond doubles': fillArray('9007199254740993'),
  'array of deep arrays': fillArray(`${'['.repeat(90)}${']'.repeat(90)}`),
  'array of objects with unknown fields': fillArray('{"a":1,"b":[],"c":{}}'),
  'object of ones': fillObject('1'),
  'object of objects': fillObject('{"a":[1]}'),
  'object of short names': fillNames,
  'object of one name': (bytes) => `{${'"a":1,'.repeat(bytes / 6)}"a":2}`,
  text: (bytes) => `"${'a'.repeat(bytes)}"`,
  'text of two bytes': (bytes) => `"${'é'.repeat(bytes / 2)}"`,
  'text of escapes': (bytes) => `"${'\\ud800'.repeat(bytes / 6)}"`,
  'text of line ends': (bytes) => `"${'\\n'.repeat(bytes / 2)}"`,
  digits: (bytes) => '9'.repeat(bytes),
  'digits of a fraction': (bytes) => `0.${'3'.repeat(bytes)}`,
  'deep arrays': nest('[', ']'),
  'deep objects': nest('{"a":', '}'),
  'arrays without an end': (bytes) => '['.repeat(bytes),
  spaces: (bytes) => `${' '.repeat(bytes)}1`,
  'lines and no JSON': (bytes) => `${'\n'.repeat(bytes)}x`,
  'text without an end': (bytes) => `"${'a'.repeat(bytes)}`,
  'a long unknown name': (bytes) => `{"${'n'.repeat(bytes)}":1}`,
}

/** A filling and its name. */
export function drawFilling(draw, bytes) {
  const name = draw.pick(Object.keys(fillings))
  return { name, json: fillings[name](bytes) }
}
