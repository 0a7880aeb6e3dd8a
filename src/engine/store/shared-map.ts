import { findFirst } from './find-first.ts'
import { hashText } from './random.ts'

/** An immutable map. A change creates another map, which shares all but the path to what changed. */
export interface SharedMap<Value> {
  readonly size: number
  get(key: string): Value | undefined
  set(key: string, value: Value): SharedMap<Value>
  delete(key: string): SharedMap<Value>
  /** All entries, in an order that the keys decide. */
  entries(): Iterable<readonly [key: string, value: Value]>
  /** The keys with another value than in a map that this one was made from, or the other way round. */
  differences(other: SharedMap<Value>): Iterable<string>
  /** What it shares with other maps. */
  readonly root: Node<Value> | undefined
}

interface Leaf<Value> {
  readonly hash: number
  readonly key: string
  readonly value: Value
}

/** Several leaves with the same hash, in the order of their keys. Whoever chooses the keys can make it any number. */
interface Bucket<Value> {
  readonly hash: number
  readonly leaves: readonly Leaf<Value>[]
}

/** A branch has a child for each bit that is set. A level of branches takes five bits of the hashes. */
interface MapBranch<Value> {
  readonly bits: number
  readonly children: readonly Node<Value>[]
}

type Twig<Value> = Leaf<Value> | Bucket<Value>
type Node<Value> = Twig<Value> | MapBranch<Value>

const BITS = 5
const MASK = 31

/** Creates a map. It is a trie of the hashes of its keys. */
export function createSharedMap<Value>(entries: Iterable<readonly [string, Value]> = []): SharedMap<Value> {
  let map = wrap<Value>(undefined, 0)
  for (const [key, value] of entries) map = map.set(key, value)
  return map
}

function wrap<Value>(root: Node<Value> | undefined, size: number): SharedMap<Value> {
  return {
    size,
    // Most maps are empty.
    get: (key) => (root === undefined ? undefined : findLeaf(root, { hash: hashText(key), key })?.value),
    set(key, value) {
      const leaf = { hash: hashText(key), key, value }
      return wrap(put(root, leaf, 0), findLeaf(root, leaf) === undefined ? size + 1 : size)
    },
    delete(key) {
      const place = { hash: hashText(key), key }
      if (root === undefined || findLeaf(root, place) === undefined) return this
      return wrap(remove(root, place, 0), size - 1)
    },
    entries: () => (root === undefined ? [] : listEntries(root)),
    differences: (other) => (root === other.root ? [] : collectDifferences(root, other.root, 0, [])),
    root,
  }
}

/** Collects the keys with different values. What both share is skipped. */
function collectDifferences<Value>(
  one: Node<Value> | undefined,
  other: Node<Value> | undefined,
  shift: number,
  keys: string[],
): string[] {
  if (isTwigOrNone(one) && isTwigOrNone(other)) {
    for (const { key, value } of listLeaves(one)) if (findInTwig(other, key)?.value !== value) keys.push(key)
    for (const { key } of listLeaves(other)) if (findInTwig(one, key) === undefined) keys.push(key)
    return keys
  }
  for (let place = 0; place <= MASK; place += 1) {
    const [first, second] = [childAt(one, place, shift), childAt(other, place, shift)]
    if (first !== second) collectDifferences(first, second, shift + BITS, keys)
  }
  return keys
}

function findLeaf<Value>(root: Node<Value> | undefined, { hash, key }: HashedKey): Leaf<Value> | undefined {
  let node = root
  for (let shift = 0; node !== undefined && 'children' in node; shift += BITS) {
    const bit = bitOf(hash, shift)
    node = (node.bits & bit) === 0 ? undefined : node.children[countBitsBelow(node.bits, bit)]
  }
  return findInTwig(node, key)
}

function findInTwig<Value>(twig: Twig<Value> | undefined, key: string): Leaf<Value> | undefined {
  const leaf = twig !== undefined && 'leaves' in twig ? twig.leaves[findPlace(twig.leaves, key)] : twig
  return leaf?.key === key ? leaf : undefined
}

function findPlace<Value>(leaves: readonly Leaf<Value>[], key: string): number {
  return findFirst(leaves.length, (index) => (leaves[index] as Leaf<Value>).key >= key)
}

function isTwigOrNone<Value>(node: Node<Value> | undefined): node is Twig<Value> | undefined {
  return node === undefined || !('children' in node)
}

function listLeaves<Value>(twig: Twig<Value> | undefined): readonly Leaf<Value>[] {
  if (twig === undefined) return []
  return 'leaves' in twig ? twig.leaves : [twig]
}

/** Returns the node at a place of a branch. A leaf is where it would be if it were in a branch. */
function childAt<Value>(node: Node<Value> | undefined, place: number, shift: number): Node<Value> | undefined {
  if (isTwigOrNone(node)) return node !== undefined && bitOf(node.hash, shift) === 1 << place ? node : undefined
  const bit = 1 << place
  return (node.bits & bit) === 0 ? undefined : node.children[countBitsBelow(node.bits, bit)]
}

function put<Value>(node: Node<Value> | undefined, leaf: Leaf<Value>, shift: number): Node<Value> {
  if (node === undefined) return leaf
  if (!('children' in node)) return node.hash === leaf.hash ? collect(node, leaf) : part(node, leaf, shift)
  const { bits, children } = node
  const bit = bitOf(leaf.hash, shift)
  const place = countBitsBelow(bits, bit)
  if ((bits & bit) === 0) return { bits: bits | bit, children: children.toSpliced(place, 0, leaf) }
  return { bits, children: children.toSpliced(place, 1, put(children[place], leaf, shift + BITS)) }
}

function collect<Value>(twig: Twig<Value>, leaf: Leaf<Value>): Twig<Value> {
  const leaves = listLeaves(twig)
  const place = findPlace(leaves, leaf.key)
  const isKnown = leaves[place]?.key === leaf.key
  return toTwig(leaf.hash, leaves.toSpliced(place, isKnown ? 1 : 0, leaf)) as Twig<Value>
}

function toTwig<Value>(hash: number, leaves: readonly Leaf<Value>[]): Twig<Value> | undefined {
  return leaves.length < 2 ? leaves[0] : { hash, leaves }
}

/** Creates a branch for leaves with different hashes. */
function part<Value>(one: Twig<Value>, other: Twig<Value>, shift: number): MapBranch<Value> {
  const [first, second] = [bitOf(one.hash, shift), bitOf(other.hash, shift)]
  if (first === second) return { bits: first, children: [part(one, other, shift + BITS)] }
  return { bits: first | second, children: first >>> 0 < second >>> 0 ? [one, other] : [other, one] }
}

interface HashedKey {
  readonly hash: number
  readonly key: string
}

function remove<Value>(node: Node<Value>, { hash, key }: HashedKey, shift: number): Node<Value> | undefined {
  if (!('children' in node)) return toTwig(hash, listLeaves(node).toSpliced(findPlace(listLeaves(node), key), 1))
  const { bits, children } = node
  const bit = bitOf(hash, shift)
  const place = countBitsBelow(bits, bit)
  const child = remove(children[place] as Node<Value>, { hash, key }, shift + BITS)
  if (child !== undefined) return { bits, children: children.toSpliced(place, 1, child) }
  return children.length === 1 ? undefined : { bits: bits & ~bit, children: children.toSpliced(place, 1) }
}

function* listEntries<Value>(node: Node<Value>): Generator<readonly [string, Value], void> {
  if ('children' in node) {
    for (const child of node.children) yield* listEntries(child)
    return
  }
  for (const { key, value } of listLeaves(node)) yield [key, value]
}

function bitOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & MASK)
}

function countBitsBelow(bits: number, bit: number): number {
  let left = bits & (bit - 1)
  left -= (left >>> 1) & 0x5555_5555
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
