// What is due on the world's clock, as ticks. Dense ticks are grouped; arrows move between them, Enter goes there.

import type { JSX, TargetedKeyboardEvent } from 'preact'
import { useRef } from 'preact/hooks'

export interface TimeLineEntry {
  /** ISO 8601. */
  readonly due: string
  readonly title: string
}

export interface TimeLineProps {
  now: string
  entries: readonly TimeLineEntry[]
  /** Called with the time of a tick. */
  onGo: (due: string) => void
}

interface Tick {
  readonly due: string
  readonly titles: readonly string[]
  readonly left: number
}

/** The ticks of what is due. */
export function TimeLine({ now, entries, onGo }: TimeLineProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  const ticks = groupTicks(now, entries)
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (step === undefined || index < 0) return
    event.preventDefault()
    buttons[Math.max(0, Math.min(buttons.length - 1, index + step))]?.focus()
  }
  return (
    <div ref={list} class="time-line" role="toolbar" aria-label="What is due" onKeyDown={move}>
      {ticks.map(({ due, titles, left }, index) => (
        <button
          key={due}
          type="button"
          class="time-line-tick"
          style={{ left: `${left}%` }}
          title={titles.join('\n')}
          aria-label={`${describe(titles)}, ${due.slice(11, 19)}. Go there`}
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onGo(due)}
        >
          {titles.length > 1 ? titles.length : ''}
        </button>
      ))}
    </div>
  )
}

function describe(titles: readonly string[]): string {
  const [first = ''] = titles
  return titles.length === 1 ? first : `${first} and ${titles.length - 1} more`
}

// Each tick takes this share of the width, in per cent.
const TICK = 3

function groupTicks(now: string, entries: readonly TimeLineEntry[]): readonly Tick[] {
  const start = Date.parse(now)
  const end = Math.max(start + 1, ...entries.map(({ due }) => Date.parse(due)))
  const groups = new Map<number, TimeLineEntry[]>()
  for (const entry of entries) {
    const place = Math.floor(((Date.parse(entry.due) - start) / (end - start)) * (100 / TICK))
    groups.set(place, [...(groups.get(place) ?? []), entry])
  }
  return [...groups].map(([place, group]) => ({
    // Going to a group makes all of it happen.
    due: group.at(-1)?.due ?? now,
    titles: group.map(({ title }) => title),
    left: Math.max(1, Math.min(99, place * TICK + TICK / 2)),
  }))
}
