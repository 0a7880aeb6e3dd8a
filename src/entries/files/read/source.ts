// Parses YAML and JSON with the positions of everything in it.

import type { Document, LineCounter, Node, Pair, ParsedNode, Scalar, YAMLMap } from 'yaml'
import { type Dialect, locateJsonError, parseJson, STRICT, TOO_DEEP } from '../../../engine/input/json/parse-json.ts'
import type { Path } from '../../../engine/input/schemas/schema-walk.ts'
import { onDemand } from '../../../engine/limits/on-demand.ts'
import { ownText } from '../../../engine/limits/own-text.ts'
import type { PlacedIssue, Position } from './file-error.ts'

export type Format = 'yaml' | 'json'

/** The value of a text, with the positions of everything in it. */
export interface Source {
  readonly value: unknown
  /** The issues of a text that nevertheless has a value. */
  readonly issues: readonly PlacedIssue[]
  /** Returns where a value begins. For a missing value, returns where the value around it begins. */
  locate(path: Path): Position
  /** Returns a number, a flag or a null as the text has it, such as 1.10; undefined for any other value. */
  spell(path: Path): string | undefined
  /** Returns where the key of a value begins. */
  locateKey(path: Path): Position
}

const START: Position = { line: 1, column: 1 }
const MOST_ALIASES = 1000
// Deeper values would overflow the stack of whatever walks through them.
const MOST_LEVELS = 1000
const MOST_ALIASED_VALUES = 1_000_000

/** Parses YAML or JSON. @returns only the issues if the text has no value */
export async function parseSource(
  written: string,
  format: Format,
): Promise<Source | { readonly issues: PlacedIssue[] }> {
  // A line can end with CR alone, which the parser does not know.
  const text = format === 'yaml' ? written.replace(/\r(?!\n)/g, '\n') : written
  const json = format === 'json' && text.trim() !== '' ? readJson(text) : undefined
  if (json !== undefined && 'issues' in json) return json
  // Loaded on demand, so that a start without a file does not wait for it.
  const yaml = await import('yaml')
  if (json === undefined) return readPlaces(text, format, yaml)
  // The positions of everything take a hundred times as long as the values, and only issues need them.
  const places = onDemand(() => readPlaces(text, format, yaml) as Source)
  return {
    value: json.value,
    issues: json.isPlain ? [] : places().issues,
    locate: (path) => places().locate(path),
    spell: (path) => places().spell(path),
    locateKey: (path) => places().locateKey(path),
  }
}

/** Parses a text with the positions of everything in it. The value of JSON is read elsewhere. */
function readPlaces(text: string, format: Format, yaml: Yaml): Source | { readonly issues: PlacedIssue[] } {
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Files cannot use the types of older YAML versions, so a date stays text.
    schema: 'core',
    resolveKnownTags: false,
    merge: true,
    // yaml's own check compares every key with every other. `checkNames` needs only one pass.
    uniqueKeys: false,
    logLevel: 'error',
  })
  const toPosition = createLocator(lines)
  const findPair = createPairFinder(yaml)
  if (document.contents === null && document.errors.length === 0) {
    return { issues: [{ ...START, text: 'The file is empty. Write a scenario into it.' }] }
  }
  const syntax = format === 'json' ? [] : listSyntaxIssues(document, toPosition)
  if (syntax.length > 0) return { issues: syntax }

  const { issues, targets, hasValue } = inspect(document, yaml, toPosition)
  if (!hasValue) return { issues }
  const read = format === 'json' ? { value: undefined } : toValue(document, targets)
  if ('text' in read) return { issues: [...issues, { ...START, ...read }] }
  const find = (path: Path) =>
    findPlace(document.contents, path, (node, step) => stepInto(node, step, yaml, findPair), targets)
  return {
    value: read.value,
    issues,
    locate: (path) => toPosition(find(path).node?.range?.[0] ?? 0),
    spell(path) {
      const { node } = find(path)
      const scalar = (node && targets.get(node)) ?? node
      if (!yaml.isScalar(scalar) || typeof scalar.value === 'string' || !scalar.range) return undefined
      return text.slice(scalar.range[0], scalar.range[1])
    },
    locateKey(path) {
      const { node, key } = find(path)
      return toPosition((key ?? node)?.range?.[0] ?? 0)
    },
  }
}

type Yaml = typeof import('yaml')
type ParsedDocument = Document.Parsed<ParsedNode>
type ToPosition = (offset: number) => Position
type Report = (node: Node, text: string) => void
/** The nodes that aliases refer to. */
type Targets = Map<Node, Node>

function createLocator(lines: LineCounter): ToPosition {
  return (offset) => {
    const { line, col } = lines.linePos(offset)
    return line === 0 ? START : { line, column: col }
  }
}

/** Reads the value of a JSON text. @returns also whether no object has a name twice, or one that is not allowed */
function readJson(text: string): { value: unknown; isPlain: boolean } | { issues: PlacedIssue[] } {
  let isPlain = true
  const setField: Dialect['setField'] = (object, name, value) => {
    isPlain &&= name !== '__proto__' && !Object.hasOwn(object, name)
    STRICT.setField(object, name, value)
  }
  const parsed = parseJson(text, { ...STRICT, levels: MOST_LEVELS, setField }, { values: Number.POSITIVE_INFINITY })
  if ('value' in parsed) return { value: parsed.value, isPlain }
  const { line, column, message } = locateJsonError(text, parsed)
  const reason = message === TOO_DEEP ? 'it is nested too deeply' : message.trim()
  return { issues: [{ line, column, text: `This is not valid JSON: ${reason}.` }] }
}

function listSyntaxIssues({ errors, warnings }: ParsedDocument, toPosition: ToPosition): PlacedIssue[] {
  // All further errors are consequences of this one.
  const tooDeep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  if (tooDeep !== undefined) {
    return [{ ...toPosition(tooDeep.pos[0]), text: 'This is not valid YAML: it is nested too deeply.' }]
  }
  // What else is wrong there is a consequence.
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  return [
    ...(tabs.length > 0 ? tabs : errors).map(({ code, message, pos: [start] }) => {
      const reason = code === 'MULTIPLE_DOCS' ? 'another document begins here; a file can contain only one' : message
      return { ...toPosition(start), text: `This is not valid YAML: ${reason}.` }
    }),
    ...warnings.map(({ code, message, pos: [start] }) => ({
      ...toPosition(start),
      text: `${message}. Remove the ${code === 'BAD_DIRECTIVE' ? 'line' : 'tag'}.`,
    })),
  ]
}

/** Finds what YAML allows but JSON cannot express. */
function inspect(document: ParsedDocument, yaml: Yaml, toPosition: ToPosition) {
  const issues: PlacedIssue[] = []
  const anchors = new Map<string, Node>()
  const targets: Targets = new Map()
  // With an invalid alias or key, the document has no value.
  let hasValue = true
  const report: Report = (node, text) => {
    issues.push({ ...toPosition(node.range?.[0] ?? 0), text })
  }
  const refuse: Report = (node, text) => {
    hasValue = false
    report(node, text)
  }
  // An alias without an anchor has an issue of its own.
  const canMerge = (value: unknown, isInList = false): boolean => {
    const source = yaml.isAlias(value) ? anchors.get(value.source) : value
    if (yaml.isSeq(source)) return !isInList && source.items.every((item) => canMerge(item, true))
    return yaml.isMap(source) || (yaml.isAlias(value) && source === undefined)
  }
  yaml.visit(document, {
    Alias(_key, alias, ancestors) {
      const { source } = alias
      const target = anchors.get(source)
      if (target === undefined) refuse(alias, `The alias *${source} has no anchor. Put &${source} before it.`)
      else if (ancestors.includes(target)) refuse(alias, `The alias *${source} is inside the value it refers to.`)
      else targets.set(alias, target)
    },
    Pair(_key, { key, value }) {
      if (yaml.isScalar(key) && isMerge(key) && !canMerge(value)) refuse(yaml.isNode(value) ? value : key, NO_MERGE)
    },
    Value(_key, node) {
      if (yaml.isScalar(node) && typeof node.value === 'string') node.value = ownText(node.value)
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
      if (!yaml.isMap(node)) return
      const keys = node.items.map(({ key }) => key).filter((key) => yaml.isNode(key))
      for (const key of keys.filter((each) => !yaml.isScalar(each)))
        refuse(key, 'This is not a valid key. A key must be text.')
      checkNames(
        keys.filter((key) => yaml.isScalar(key)),
        report,
        toPosition,
      )
    },
  })
  return { issues, targets, hasValue }
}

function checkNames(keys: readonly Scalar[], report: Report, toPosition: ToPosition): void {
  const first = new Map<string, Scalar>()
  for (const key of keys) {
    const name = readName(key)
    const before = first.get(name)
    if (name === '__proto__') report(key, '"__proto__" is not allowed as a field name. Choose another one.')
    else if (before === undefined) first.set(name, key)
    else {
      const { line } = toPosition(before.range?.[0] ?? 0)
      const advice = isMerge(key) ? 'Keep one, with a list: <<: [*a, *b].' : 'Keep one.'
      report(key, `"${name}" appears twice, first in line ${line}. ${advice}`)
    }
  }
}

const NO_MERGE = '"<<" adds the fields of another value, and this has none. Put an alias of one here, such as <<: *a.'

// The key of a merge is a symbol.
function isMerge({ value }: Scalar): boolean {
  return typeof value === 'symbol'
}

function readName({ value }: Scalar): string {
  return typeof value === 'symbol' ? (value.description ?? '') : String(value ?? '')
}

function toValue(document: ParsedDocument, targets: Targets): { value: unknown } | { text: string } {
  const tooMany = 'The aliases expand to too many values. Use fewer of them.'
  // Counted before the value is built, because merging takes as long as the aliases are large.
  if (targets.size > 0 && countNodes(document.contents, targets, new Map()) > MOST_ALIASED_VALUES) {
    return { text: tooMany }
  }
  try {
    return { value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown }
  } catch (error) {
    const isBomb = error instanceof ReferenceError && error.message.startsWith('Excessive alias count')
    const reason = error instanceof Error ? error.message : String(error)
    return { text: isBomb ? tooMany : `This is not valid YAML: ${reason}.` }
  }
}

/** Counts the nodes inside of a node, each alias as what it refers to. */
function countNodes(node: unknown, targets: Targets, known: Map<unknown, number>): number {
  if (typeof node !== 'object' || node === null) return 1
  const before = known.get(node)
  if (before !== undefined) return before
  // An alias is in the targets, a map and a list have items, and an item of a map has a value.
  const target = targets.get(node as Node)
  const inner = target === undefined ? [...(Reflect.get(node, 'items') ?? [Reflect.get(node, 'value')])] : [target]
  const count = inner.reduce((sum: number, each) => sum + countNodes(each, targets, known), 1)
  known.set(node, count)
  return count
}

interface NodePlace {
  node: Node | null | undefined
  key?: Node
}

function findPlace(
  root: Node | null,
  path: Path,
  step: (node: unknown, key: PropertyKey) => NodePlace | undefined,
  targets: Targets,
): NodePlace {
  let place: NodePlace = { node: root }
  for (const key of path) {
    const target = (place.node && targets.get(place.node)) ?? place.node
    const next = step(target, key)
    if (next === undefined) return { node: target }
    place = next
  }
  return place
}

function stepInto(node: unknown, step: PropertyKey, yaml: Yaml, findPair: FindPair): NodePlace | undefined {
  if (yaml.isSeq(node)) {
    const item = node.items[Number(step)]
    return yaml.isNode(item) ? { node: item } : undefined
  }
  if (!yaml.isMap(node)) return undefined
  const pair = findPair(node, String(step))
  if (pair === undefined || !yaml.isNode(pair.key)) return undefined
  return { node: yaml.isNode(pair.value) ? pair.value : pair.key, key: pair.key }
}

type FindPair = (map: YAMLMap, name: string) => Pair | undefined

/** Creates a function that finds a pair by name. It reads the names of each map only once. */
function createPairFinder(yaml: Yaml): FindPair {
  const known = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>()
  return (map, name) => {
    // If several pairs have the same name, the last one counts.
    const pairs =
      known.get(map) ??
      new Map(map.items.flatMap((pair) => (yaml.isScalar(pair.key) ? [[readName(pair.key), pair] as const] : [])))
    known.set(map, pairs)
    return pairs.get(name)
  }
}
