// Where a list is scrolled to while rows are added to it.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface AnchorOptions {
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
export function useAnchor(frame: { current: HTMLElement | null }, options: AnchorOptions) {
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
