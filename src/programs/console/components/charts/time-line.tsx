// What is due on the world's clock, as ticks. Dense ticks are grouped; arrows move between them, Enter goes there.

import type { TargetedKeyboardEvent } from 'preact'

type Entry = { readonly due: string; readonly title: string }
type TimeLineProps = { now: string; entries: readonly Entry[]; onGo: (due: string) => void }

export function TimeLine({ now, entries, onGo }: TimeLineProps) {
  return (
    <div class="time-line" role="toolbar" aria-label="What is due">
      {groupByPlace(now, entries).map(({ place, due, titles }, index) => (
        <button
          key={due}
          type="button"
          style={{ left: `${place}%` }}
          title={titles.join('\n')}
          aria-label={`${titles.slice(0, 3).join(', ')}, ${due.slice(11, 19)}. Go there`}
          tabIndex={index && -1}
          onKeyDown={moveTick}
          onClick={() => onGo(due)}
        >
          {titles[1] && titles.length}
        </button>
      ))}
    </div>
  )
}

function moveTick({ key, currentTarget: tick }: TargetedKeyboardEvent<HTMLElement>): void {
  const next = { ArrowRight: tick.nextElementSibling, ArrowLeft: tick.previousElementSibling }[key]
  if (next instanceof HTMLElement) next.focus()
}

// Ticks are so far from each other, in per cent.
const STEP = 3

function groupByPlace(now: string, entries: TimeLineProps['entries']) {
  const start = Date.parse(now)
  const length = Date.parse(entries.at(-1)?.due ?? '') - start || 1
  const ticks: { place: number; due: string; titles: string[] }[] = []
  for (const { due, title } of entries) {
    const place = Math.floor(((Date.parse(due) - start) * 98) / length / STEP) * STEP + 1
    const last = ticks.at(-1)
    // Going to a group makes all of it happen.
    if (last?.place === place) Object.assign(last, { due, titles: [...last.titles, title] })
    else ticks.push({ place, due, titles: [title] })
  }
  return ticks
}
