// A long list of rows of the same height, of which only the visible ones are in the page.

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../../page/console.ts'
import { useReturnedFocus } from './record-table.tsx'
import { useAnchor } from './use-anchor.ts'

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
