// A JSON text that can be folded and searched.

import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { decodeJson } from '../../../../engine/input/text/decode.ts'
import { Button } from '../controls/button.tsx'
import { Text } from '../text/text.tsx'

const KINDS: Readonly<Record<string, JsonNode['kind']>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'word',
  f: 'word',
  n: 'word',
}

const END_OF_WORD = /[\s,\]}]/g

export interface JsonTreeProps {
  /** The text as it was sent. */
  text: string
  /** What it is, for screen readers: `Response body`. */
  label: string
}

interface Tree {
  readonly text: string
  readonly unfolded: ReadonlyMap<number, boolean>
  readonly toggle: (node: JsonNode, isOpen: boolean) => void
  readonly match: { readonly start: number; readonly end: number } | undefined
}

// Texts that are not JSON are cut, because the browser would lay out all of it.
const MOST_PLAIN = 20_000
const MOST_MATCHES = 1000

/** A JSON text that can be folded and searched. Numbers look as they were written. */
export function JsonTree({ text, label }: JsonTreeProps) {
  const root = useMemo(() => readJsonText(text), [text])
  const [unfolded, setUnfolded] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [{ search, index }, setSearch] = useState({ search: '', index: 0 })
  const matches = useMemo(() => findMatches(text, search), [text, search])
  const start = matches[index % Math.max(1, matches.length)]
  const match = start === undefined ? undefined : { start, end: start + search.length }
  const toggle: Tree['toggle'] = (node, isOpen) => setUnfolded(new Map(unfolded).set(node.start, isOpen))
  const goOn = (step: number) => setSearch({ search, index: index + step })
  const lines = useRef<HTMLElement>(null)
  useEffect(() => {
    lines.current?.querySelector('mark')?.scrollIntoView({ block: 'nearest' })
  }, [start])
  if (root === undefined) return <PlainText text={text} label={label} />
  return (
    <div>
      <div class="row">
        <input
          type="search"
          class="short"
          aria-label={`Search in ${label}`}
          placeholder="Search"
          value={search}
          onInput={(event) => setSearch({ search: event.currentTarget.value, index: 0 })}
          onKeyDown={(event) => event.key === 'Enter' && goOn(event.shiftKey ? matches.length - 1 : 1)}
        />
        {search !== '' && (
          <span role="status">
            {matches.length === 0 ? 'Not found' : `${(index % matches.length) + 1} of ${matches.length}`}
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={lines} class="json" aria-label={label} tabIndex={0}>
        <Node tree={{ text, unfolded, toggle, match }} node={root} depth={0} isLast neighbours={1} />
      </section>
    </div>
  )
}

function PlainText({ text, label }: JsonTreeProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="json" aria-label={label} tabIndex={0}>
      <pre>
        <Text most={MOST_PLAIN} canExpand>
          {text}
        </Text>
      </pre>
    </section>
  )
}

/** `neighbours`: how many values are in the same object or array. */
type NodeProps = { tree: Tree; node: JsonNode; depth: number; isLast: boolean; neighbours: number }

// Values up to this size are unfolded at first, unless they have many neighbours. The two outer levels always are.
const MOST_UNFOLDED = 400
const MANY = 20
const CHUNK = 100
// What is shown before and after a match that is far down.
const AROUND = 10
const MOST_PREVIEWED = 100

function Node(props: NodeProps) {
  const { tree, node, depth, isLast } = props
  if (node.kind === 'object' || node.kind === 'array') return <Branch {...props} />
  return (
    <Line depth={depth}>
      <Name node={node} match={tree.match} />
      <Value tree={tree} node={node} />
      {isLast ? '' : ','}
    </Line>
  )
}

function Branch({ tree, node, depth, isLast, neighbours }: NodeProps) {
  const { text, unfolded, toggle, match } = tree
  const [opening, closing] = node.kind === 'object' ? ['{', '}'] : ['[', ']']
  const isSmall = depth < 2 || (neighbours < MANY && node.end - node.start < MOST_UNFOLDED)
  const isOpen = isInside(node, match) || (unfolded.get(node.start) ?? isSmall)
  const end = `${closing}${isLast ? '' : ','}`
  return (
    <>
      <Line depth={depth}>
        <button
          type="button"
          class="json-toggle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${node.name ?? node.kind}`}
          onClick={() => toggle(node, !isOpen)}
        >
          {isOpen ? '▾' : '▸'}
        </button>
        <Name node={node} match={match} />
        {isOpen ? opening : <Preview text={text} node={node} end={end} />}
      </Line>
      {isOpen && <Children tree={tree} node={node} depth={depth + 1} />}
      {isOpen && <Line depth={depth}>{end}</Line>}
    </>
  )
}

interface PreviewProps {
  readonly text: string
  readonly node: JsonNode
  readonly end: string
}

/** The start of a folded value, which often says enough. */
function Preview({ text, node, end }: PreviewProps) {
  const size = node.end - node.start
  if (size <= MOST_PREVIEWED) return <Text>{text.slice(node.start, node.end - 1) + end}</Text>
  return (
    <>
      <Text>{text.slice(node.start, node.start + MOST_PREVIEWED)}</Text>
      <span class="muted">… {describeSize(size)}</span>
    </>
  )
}

interface ChildrenProps {
  readonly tree: Tree
  readonly node: JsonNode
  readonly depth: number
}

function Children({ tree, node, depth }: ChildrenProps) {
  const [most, setMost] = useState(CHUNK)
  const children = useMemo(() => listChildren(tree.text, node), [tree.text, node.start])
  const found = children.findIndex((child) => isInside(child, tree.match))
  const from = found < most ? most : Math.max(most, found - AROUND)
  const to = found < most ? most : found + AROUND
  const neighbours = children.length
  const renderChild = (child: JsonNode) => (
    <Node key={child.start} node={child} isLast={child === children.at(-1)} {...{ tree, depth, neighbours }} />
  )
  const hidden = children.length - most
  return (
    <>
      {children.slice(0, most).map(renderChild)}
      {hidden > 0 && (
        <Line depth={depth}>
          <Button onClick={() => setMost(most + CHUNK)}>
            Show {Math.min(CHUNK, hidden)} more of {children.length.toLocaleString('en')}
          </Button>
        </Line>
      )}
      {children.slice(from, to).map(renderChild)}
    </>
  )
}

interface LineProps {
  readonly depth: number
  readonly children: ComponentChildren
}

function Line({ depth, children }: LineProps) {
  return (
    <div class="json-line" style={{ paddingInlineStart: `${Math.min(depth + 1, 40) * 1.25}em` }}>
      {children}
    </div>
  )
}

interface NameProps {
  readonly node: JsonNode
  readonly match: Tree['match']
}

function Name({ node: { name, start }, match }: NameProps) {
  if (name === undefined) return null
  // The name stands before the value.
  const isFound = match !== undefined && match.start < start && match.start >= start - name.length - 4
  const text = <Text>{name}</Text>
  return (
    <>
      <span class="json-name">{isFound ? <mark>{text}</mark> : text}</span>
      {': '}
    </>
  )
}

const COLOURS: Readonly<Partial<Record<JsonNode['kind'], string>>> = { string: 'ok', number: 'warning', word: 'fault' }

interface ValueProps {
  readonly tree: Tree
  readonly node: JsonNode
}

function Value({ tree: { text, match }, node }: ValueProps) {
  const value = (
    <Text most={500} canExpand>
      {text.slice(node.start, node.end)}
    </Text>
  )
  return <span class={COLOURS[node.kind]}>{isInside(node, match) ? <mark>{value}</mark> : value}</span>
}

function isInside({ start, end }: JsonNode, match: Tree['match']): boolean {
  return match !== undefined && match.start < end && match.end > start
}

function describeSize(size: number): string {
  return size < 1000 ? `${size} characters` : `${Math.round(size / 1000).toLocaleString('en')} kB`
}

function findMatches(text: string, search: string): readonly number[] {
  if (search === '') return []
  const [all, part] = [text.toLowerCase(), search.toLowerCase()]
  const found: number[] = []
  for (let at = all.indexOf(part); at >= 0 && found.length < MOST_MATCHES; at = all.indexOf(part, at + 1))
    found.push(at)
  return found
}

export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'word'
  /** The name of the field, as written with its quotes; undefined in an array. */
  readonly name: string | undefined
  readonly start: number
  readonly end: number
}

/** Returns the value of a JSON text, or undefined if the text is not JSON. */
export function readJsonText(text: string): JsonNode | undefined {
  if (decodeJson(text) === undefined) return undefined
  const start = skipSpace(text, 0)
  return { kind: kindAt(text, start), name: undefined, start, end: text.trimEnd().length }
}

export function listChildren(text: string, { kind, start, end }: JsonNode): readonly JsonNode[] {
  const children: JsonNode[] = []
  let index = skipSpace(text, start + 1)
  while (index < end - 1) {
    let name: string | undefined
    if (kind === 'object') {
      const nameEnd = skipString(text, index)
      name = text.slice(index, nameEnd)
      // Past the colon.
      index = skipSpace(text, skipSpace(text, nameEnd) + 1)
    }
    const valueEnd = skipValue(text, index)
    children.push({ kind: kindAt(text, index), name, start: index, end: valueEnd })
    // Past the comma.
    index = skipSpace(text, skipSpace(text, valueEnd) + 1)
  }
  return children
}

function kindAt(text: string, index: number): JsonNode['kind'] {
  return KINDS[text[index] ?? ''] ?? 'number'
}

function skipSpace(text: string, start: number): number {
  let index = start
  while (index < text.length && text.charCodeAt(index) <= 32) index += 1
  return index
}

function skipString(text: string, start: number): number {
  let index = start
  for (;;) {
    index = text.indexOf('"', index + 1)
    if (index < 0) return text.length
    let slashes = 0
    while (text[index - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return index + 1
  }
}

function skipValue(text: string, start: number): number {
  const kind = kindAt(text, start)
  if (kind === 'string') return skipString(text, start)
  if (kind === 'object' || kind === 'array') return skipNested(text, start)
  END_OF_WORD.lastIndex = start
  return END_OF_WORD.exec(text)?.index ?? text.length
}

function skipNested(text: string, start: number): number {
  const marks = /["{}[\]]/g
  marks.lastIndex = start
  let depth = 0
  for (;;) {
    const mark = marks.exec(text)
    if (mark === null) return text.length
    if (mark[0] === '"') marks.lastIndex = skipString(text, mark.index)
    else if (mark[0] === '{' || mark[0] === '[') depth += 1
    else {
      depth -= 1
      if (depth === 0) return mark.index + 1
    }
  }
}
