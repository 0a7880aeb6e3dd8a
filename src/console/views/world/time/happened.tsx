// What happened to the records when the clock was last moved.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { MovedClock } from '../../../../client/index.ts'
import { useConsole } from '../../../app/console.ts'
import { formatCount } from '../../../components/charts/bars.tsx'
import { CloseButton } from '../../../components/controls/button.tsx'
import { formatTime } from '../words.ts'
import { StepList } from './step-list.tsx'

/** What the last move of the clock has done, until the clock goes back or somebody closes it. */
export function Happened({ now, isFrozen }: { now: string; isFrozen: boolean }): JSX.Element | null {
  const { worldActions } = useConsole()
  const [closed, setClosed] = useState<MovedClock | undefined>(undefined)
  const move = worldActions.lastMove.value
  if (move === undefined || move === closed || isUndone(move, now, isFrozen)) return null
  const { count, entries } = move.happened
  return (
    <section class="stack happened" aria-label="What the move did">
      <div class="row spread">
        <strong>
          {count === 0
            ? `Nothing happened on the way to ${formatTime(move.now, now)}.`
            : `${formatCount(count, 'change')} on the way to ${formatTime(move.now, now)}`}
        </strong>
        <CloseButton what="what the move did" onClose={() => setClosed(move)} />
      </div>
      {count > 0 && (
        <StepList label="What happened" steps={entries.map((entry) => ({ ...entry, time: entry.at }))} now={now} />
      )}
      {count > entries.length && <p class="muted">The first {entries.length} are listed.</p>}
    </section>
  )
}

function isUndone(move: MovedClock, now: string, isFrozen: boolean): boolean {
  return isFrozen && move.frozen ? Date.parse(move.now) !== Date.parse(now) : Date.parse(now) < Date.parse(move.now)
}
