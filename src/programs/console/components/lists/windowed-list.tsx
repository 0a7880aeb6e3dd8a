// A long list of rows of the same height, of which only the visible ones are in the page.

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../../page/console.ts'
import { useReturnedFocus } from './record-table.tsx'

export interface WindowedListProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ComponentChildren
  /** Renders what stands above the rows. `news` counts the rows that were added above what is visible. */
  renderHead?: (news: number, showNews: () => void) => ComponentChildren
  /** The key of the open item. */
  open?: string | undefined
  /** Opens an item. `isStep`: with a key, while another one is open. */
  onOpen: (item: Item, isStep: boolean) => void
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
export function WindowedList<Item>(props: WindowedListProps<Item>) {
  const { label, items, keyOf, render, renderHead, open, onOpen } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const { row, height } = useHeights(frame)
  const [top, setTop] = useState(0)
  const keys = items.map(keyOf)
  const position = usePosition(items, keyOf, open)
  useReturnedFocus(open, () => frame.current?.focus({ preventScroll: true }))
  const anchor = useAnchor(frame, { keys, row, open, onMoved: setTop })

  const first = Math.max(0, Math.floor(top / row) - MARGIN)
  const last = Math.min(items.length, Math.ceil((top + height) / row) + MARGIN)
  const activate = (index: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))]
    if (item === undefined) return
    position.set(keyOf(item))
    reveal(frame.current, items.indexOf(item), row)
    // The focus goes along, so that a screen reader reads the row, and Enter opens it.
    frame.current?.focus({ preventScroll: true })
    if (open !== undefined) onOpen(item, true)
  }
  const current = position.find()
  const openCurrent = () => {
    const item = items[position.find()]
    if (item !== undefined) onOpen(item, false)
  }
  useRowKeys({ move: (step) => activate(position.find() + step), openCurrent, showNews: anchor.showNews })
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = STEPS[event.key]?.(position.find(), Math.floor(height / row))
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (next === undefined) openCurrent()
    else activate(next)
  }
  return (
    <>
      {renderHead?.(anchor.news, anchor.showNews)}
      <div
        ref={frame}
        class="windowed"
        role="listbox"
        aria-label={label}
        aria-activedescendant={
          current >= first && current < last ? `${id}-${keyOf(items[current] as Item)}` : undefined
        }
        tabIndex={0}
        onScroll={anchor.follow}
        onKeyDown={press}
        onPointerMove={anchor.notePointer}
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
                onOpen(item, false)
              }}
            >
              {render(item)}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

/** The row that keys move from. It is found when a key is pressed, because keys can be faster than renderings. */
function usePosition<Item>(items: readonly Item[], keyOf: (item: Item) => string, open: string | undefined) {
  const [active, setActive] = useState(open)
  const latest = useRef(active)
  // It may have been opened by its address.
  useLayoutEffect(() => {
    if (open !== undefined) latest.current = open
  }, [open])
  return {
    find: () => items.findIndex((item) => keyOf(item) === (latest.current ?? open)),
    set(key: string) {
      latest.current = key
      setActive(key)
    },
  }
}

type RowKeys = { move: (step: number) => void; openCurrent: () => void; showNews: () => void }

/** Keys that also work while the focus is elsewhere. */
function useRowKeys({ move, openCurrent, showNews }: RowKeys): void {
  const isElsewhere = () => document.activeElement === document.body || document.activeElement?.id === 'outlet'
  useKeys([
    { keys: 'j', title: 'Next row', run: () => move(1) },
    { keys: 'k', title: 'Previous row', run: () => move(-1) },
    { keys: 'Enter', title: 'Open the row', run: () => isElsewhere() && openCurrent() },
    { keys: '.', title: 'Show new rows', run: showNews },
  ])
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

interface AnchorOptions {
  keys: readonly string[]
  /** The height of a row in pixels. */
  row: number
  /** The key of the open row. */
  open: string | undefined
  /** Called with where the list is scrolled to. */
  onMoved: (top: number) => void
}

// How long the rows under a pointer stay after it has moved.
const POINTED_MILLISECONDS = 1000

/**
 * Keeps rows where they are when others are added above: while somebody has scrolled, the open row of a long list is
 * visible, or a pointer moves over them. Otherwise the list shows what is added.
 */
function useAnchor(frame: { current: HTMLElement | null }, options: AnchorOptions) {
  const { keys, row, onMoved } = options
  const [news, setNews] = useState(0)
  const { isPointed, notePointer } = usePointed()
  const { current: anchor } = useRef<Anchor>({ key: '', place: 0, newest: '', held: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    keepRows(element, anchor, options, isPointed)
    anchor.place = Math.floor(element.scrollTop / row)
    anchor.key = keys[anchor.place] ?? ''
    if (element.scrollTop === 0) {
      anchor.newest = keys[0] ?? ''
      setLeastHeight(element, 0)
    }
    onMoved(element.scrollTop)
    setNews(Math.max(0, keys.indexOf(anchor.newest)))
  })
  return {
    /** How many rows were added above those that were seen. */
    news,
    notePointer,
    showNews() {
      if (frame.current !== null) frame.current.scrollTop = 0
    },
    /** Notes that the list was scrolled: by somebody, if not by this. */
    follow() {
      const top = frame.current?.scrollTop ?? 0
      onMoved(top)
      if (Math.abs(top - anchor.held) > 1) anchor.held = 0
    },
  }
}

interface Anchor {
  /** The first visible row. */
  key: string
  place: number
  /** The newest row that was visible. */
  newest: string
  /** Where the list was scrolled to so that rows stay; 0 if somebody scrolled it. */
  held: number
}

function keepRows(element: HTMLElement, anchor: Anchor, { keys, row, open }: AnchorOptions, isPointed: boolean): void {
  const { scrollTop, clientHeight } = element
  const moved = keys.includes(anchor.key) ? (keys.indexOf(anchor.key) - anchor.place) * row : 0
  const openTop = open === undefined ? -row : keys.indexOf(open) * row - moved - scrollTop
  // In a list that fits, the open row stays visible anyway.
  const isLong = keys.length * row > clientHeight + 1
  const isNear = isPointed || (isLong && openTop > -row && openTop < clientHeight)
  const isLive = scrollTop === 0 || anchor.held > 0
  if (isLive && !isNear) {
    anchor.held = 0
    element.scrollTop = 0
    return
  }
  if (moved === 0) return
  const top = scrollTop + moved
  // A short list is made longer, so that it can be scrolled.
  setLeastHeight(element, top + clientHeight)
  if (isLive) anchor.held = top
  element.scrollTop = top
}

function setLeastHeight({ firstElementChild }: HTMLElement, height: number): void {
  if (firstElementChild instanceof HTMLElement) firstElementChild.style.minHeight = `${height}px`
}

function usePointed() {
  const [isPointed, setPointed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const notePointer = () => {
    setPointed(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPointed(false), POINTED_MILLISECONDS)
  }
  return { isPointed, notePointer }
}
