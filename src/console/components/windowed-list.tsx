// A long list of rows of the same height, of which only the visible ones are in the page.

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../app/console.ts'
import { useReturnedFocus } from './return-focus.ts'

export interface WindowedListProps<Item> {
  /** What the list contains, for screen readers. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ComponentChildren
  /** The key of the open item. */
  open?: string | undefined
  onOpen: (item: Item) => void
  /** Called when the list leaves its start, or returns to it: new rows may wait meanwhile. */
  onScrolled?: (isAtStart: boolean) => void
}

const STEPS: Readonly<Record<string, (index: number, page: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: () => Number.MAX_SAFE_INTEGER,
  PageDown: (index, page) => index + page,
  PageUp: (index, page) => index - page,
}

// Rows beyond both ends of what is visible.
const MARGIN = 8

/** A long list. `j` and `k`, arrows, Home, End and Enter work in it. Rows that are added above move nothing. */
export function WindowedList<Item>(props: WindowedListProps<Item>): JSX.Element {
  const { label, items, keyOf, render, open, onOpen, onScrolled } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const { row, height } = useHeights(frame)
  const [top, setTop] = useState(0)
  const position = usePosition(items, keyOf, open)
  useReturnedFocus(open, () => frame.current?.focus({ preventScroll: true }))
  useAnchor(frame, { items, keyOf, row })

  const first = Math.max(0, Math.floor(top / row) - MARGIN)
  const last = Math.min(items.length, Math.ceil((top + height) / row) + MARGIN)
  const follow = () => {
    const next = frame.current?.scrollTop ?? 0
    onScrolled?.(next === 0)
    setTop(next)
  }
  const activate = (index: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))]
    if (item === undefined) return
    position.set(keyOf(item))
    reveal(frame.current, items.indexOf(item), row)
  }
  const current = position.find()
  const openCurrent = () => openAt(items, position.find(), onOpen)
  useRowKeys({ move: (step) => activate(position.find() + step), openCurrent })
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = STEPS[event.key]?.(position.find(), Math.floor(height / row))
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (next === undefined) openCurrent()
    else activate(next)
  }
  return (
    <div
      ref={frame}
      class="windowed"
      role="listbox"
      aria-label={label}
      aria-activedescendant={current >= first && current < last ? `${id}-${keyOf(items[current] as Item)}` : undefined}
      tabIndex={0}
      onScroll={follow}
      onKeyDown={press}
    >
      <div class="windowed-space" style={{ height: `${items.length * row}px` }} role="presentation">
        {items.slice(first, last).map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
          <div
            key={keyOf(item)}
            id={`${id}-${keyOf(item)}`}
            class="windowed-row"
            role="option"
            aria-selected={keyOf(item) === open}
            aria-posinset={first + index + 1}
            aria-setsize={items.length}
            data-active={first + index === current ? '' : undefined}
            style={{ top: `${(first + index) * row}px` }}
            onClick={() => {
              position.set(keyOf(item))
              onOpen(item)
            }}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The row that keys move from. It is found when a key is pressed, because keys can be faster than renderings. */
function usePosition<Item>(items: readonly Item[], keyOf: (item: Item) => string, open: string | undefined) {
  const [active, setActive] = useState(open)
  const latest = useRef(active)
  return {
    find: () => items.findIndex((item) => keyOf(item) === (latest.current ?? open)),
    set(key: string) {
      latest.current = key
      setActive(key)
    },
  }
}

/** Keys that also work while the focus is elsewhere. */
function useRowKeys({ move, openCurrent }: { move: (step: number) => void; openCurrent: () => void }): void {
  const isElsewhere = () => document.activeElement === document.body || document.activeElement?.id === 'outlet'
  useKeys([
    { keys: 'j', title: 'Next row', run: () => move(1) },
    { keys: 'k', title: 'Previous row', run: () => move(-1) },
    { keys: 'Enter', title: 'Open the row', run: () => isElsewhere() && openCurrent() },
  ])
}

function openAt<Item>(items: readonly Item[], index: number, onOpen: (item: Item) => void): void {
  const item = items[index]
  if (item !== undefined) onOpen(item)
}

function reveal(frame: HTMLElement | null, index: number, row: number): void {
  if (frame === null) return
  const { scrollTop, clientHeight } = frame
  if (index * row < scrollTop) frame.scrollTop = index * row
  else if ((index + 1) * row > scrollTop + clientHeight) frame.scrollTop = (index + 1) * row - clientHeight
}

/** The heights of a row, which depends on the density, and of the list, which depends on the window. */
function useHeights(frame: { current: HTMLElement | null }): { row: number; height: number } {
  const [row, setRow] = useState(28)
  const [height, setHeight] = useState(800)
  useEffect(() => {
    if (frame.current === null) return
    const measure = () => {
      const measured = frame.current?.querySelector('.windowed-row')?.getBoundingClientRect().height
      if (measured !== undefined && measured > 0) setRow(measured)
      setHeight(frame.current?.clientHeight ?? 0)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current)
    return () => observer.disconnect()
  })
  return { row, height }
}

/** Keeps the visible rows where they are when rows are added above. */
function useAnchor<Item>(
  frame: { current: HTMLElement | null },
  { items, keyOf, row }: Pick<WindowedListProps<Item>, 'items' | 'keyOf'> & { row: number },
): void {
  const anchor = useRef<string | undefined>(undefined)
  const place = useRef(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    if (element.scrollTop > 0 && anchor.current !== undefined) {
      const now = items.findIndex((item) => keyOf(item) === anchor.current)
      if (now >= 0 && now !== place.current) element.scrollTop += (now - place.current) * row
    }
    place.current = Math.floor(element.scrollTop / row)
    const item = items[place.current]
    anchor.current = item === undefined ? undefined : keyOf(item)
  })
}
