// Bodies of forms, whose names may nest: `address[city]=Rome`, `items[0][id]=1`.

/** A value of a form: a text, or what nests in a name. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

// More would be an attack, or a file.
const MOST_PAIRS = 1000
const MOST_LEVELS = 10
const MOST_OF_NAME = 1000

type Level = Map<string, string[] | Level>

/** Parses a form. Returns undefined if it has too many values, or nests too deeply. */
export function parseForm(text: string): FormValue | undefined {
  const root: Level = new Map()
  // All pairs would be read at once.
  if (text.split('&', MOST_PAIRS + 1).length > MOST_PAIRS) return undefined
  for (const [name, value] of new URLSearchParams(`&${text}`)) {
    const path = name.length > MOST_OF_NAME ? undefined : parseName(name)
    if (path === undefined || path.length > MOST_LEVELS) return undefined
    add(root, path, value)
  }
  return build(root)
}

function parseName(name: string): string[] {
  const [, first = name, rest = ''] = /^([^[]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  return [first, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), ([, part = '']) => part)]
}

// `tags[]=a&tags[]=b` and `tags=a&tags=b` are lists.
function add(level: Level, [first = '', ...rest]: readonly string[], value: string): void {
  const known = level.get(first)
  const isText = rest.length === 0 || (rest.length === 1 && rest[0] === '')
  if (isText) {
    if (known === undefined) level.set(first, rest.length === 0 ? [value] : [value, LIST])
    else if (Array.isArray(known)) known.splice(known.at(-1) === LIST ? -1 : known.length, 0, value)
    return
  }
  const next: Level = known instanceof Map ? known : new Map()
  level.set(first, next)
  add(next, rest, value)
}

// Ends the texts of a name in brackets, which are a list even if there is only one.
const LIST = '\uFFFF[]'

function build(level: Level): FormValue {
  const entries = Array.from(level, ([name, value]): [string, FormValue] => {
    if (value instanceof Map) return [name, build(value)]
    const texts = value.filter((each) => each !== LIST)
    return [name, texts.length === 1 && value.length === 1 ? (texts[0] ?? '') : texts]
  })
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
