import type { FunctionComponent } from 'preact'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'

/** A value that can change, and that components can follow. */
export interface Signal<Value> {
  /** The value. A component that reads it is rendered again when it changes. */
  value: Value
  /** Returns the value without following it. */
  peek(): Value
  /** Calls a function now, and whenever the value changes. @returns a function that stops it */
  subscribe(listener: (value: Value) => void): () => void
}

// What follows a signal.
interface Followers {
  add(render: () => void): unknown
  delete(render: () => void): unknown
}

// The page renders one component at a time. It notes here which signals that one reads.
const rendering: { note?: ((followers: Followers) => void) | undefined } = {}

export function signal<Value>(first: Value): Signal<Value> {
  let current = first
  const listeners = new Set<(value: Value) => void>()
  return {
    get value() {
      rendering.note?.(listeners)
      return current
    },
    set value(next) {
      if (next === current) return
      current = next
      for (const listener of [...listeners]) listener(next)
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
export function derive<Value>(read: () => Value) {
  return {
    get value() {
      return read()
    },
    peek: read,
  }
}

export function followSignals<Props>(component: FunctionComponent<Props>): FunctionComponent<Props> {
  return (props) => {
    const [, update] = useState({})
    const { read, render } = useMemo(() => ({ read: new Set<Followers>(), render: () => update({}) }), [])
    const forget = () => {
      for (const followers of read) followers.delete(render)
      read.clear()
    }
    useLayoutEffect(() => forget, [])
    forget()
    const outer = rendering.note
    rendering.note = (followers) => {
      followers.add(render)
      read.add(followers)
    }
    try {
      return component(props)
    } finally {
      rendering.note = outer
    }
  }
}
