// Values that components follow.

import { type Component, options, type VNode } from 'preact'

/** A value that can change. */
export interface ReadonlySignal<Value> {
  /** The value. A component that reads it is rendered again when it changes. */
  readonly value: Value
  /** Returns the value without following it. */
  peek(): Value
  /** Calls a function now, and whenever the value changes. @returns a function that stops it */
  subscribe(listener: (value: Value) => void): () => void
}

/** A value that can be changed. */
export interface Signal<Value> extends ReadonlySignal<Value> {
  value: Value
}

/** Creates a signal. */
export function signal<Value>(first: Value): Signal<Value> {
  let current = first
  const listeners = new Set<(value: Value) => void>()
  const components = new Set<Component>()
  return {
    get value() {
      rendering.follow(components)
      return current
    },
    set value(next) {
      if (next === current) return
      current = next
      for (const listener of [...listeners]) listener(next)
      for (const component of [...components]) component.forceUpdate()
    },
    peek: () => current,
    subscribe(listener) {
      listeners.add(listener)
      listener(current)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns a value that is computed from signals whenever somebody reads it. */
export function derive<Value>(read: () => Value): Pick<ReadonlySignal<Value>, 'value' | 'peek'> {
  return {
    get value() {
      return read()
    },
    peek: read,
  }
}

// What Preact tells about components, by the names that its hooks use, too.
interface Hooks {
  __r?: (node: Rendered) => void
  diffed?: (node: Rendered) => void
  unmount?: (node: Rendered) => void
}

type Rendered = VNode & { readonly __c?: Component | null }

// The page has one Preact, so it has one component that is being rendered.
const rendering = watchRendering(options as Hooks)

/** Knows which component is being rendered, and forgets what one has read before it is rendered again. */
function watchRendering(hooks: Hooks) {
  const read = new WeakMap<Component, Set<Set<Component>>>()
  let current: Component | undefined
  const forget = (component: Component) => {
    for (const followers of read.get(component) ?? []) followers.delete(component)
    read.delete(component)
  }
  const before = { ...hooks }
  hooks.__r = (node) => {
    before.__r?.(node)
    current = node.__c ?? undefined
    if (current !== undefined) forget(current)
  }
  hooks.diffed = (node) => {
    current = undefined
    before.diffed?.(node)
  }
  hooks.unmount = (node) => {
    if (node.__c != null) forget(node.__c)
    before.unmount?.(node)
  }
  return {
    follow(followers: Set<Component>) {
      if (current === undefined) return
      followers.add(current)
      read.set(current, (read.get(current) ?? new Set()).add(followers))
    },
  }
}
