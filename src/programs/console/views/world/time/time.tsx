import { useId, useState } from 'preact/hooks'
import type { MovedClock, WrittenDuration } from '../../../../../entries/client/index.ts'
import { Button, CloseButton } from '../../../components/controls/button.tsx'
import { Panel } from '../../../components/panels.tsx'
import { formatCount } from '../../../format/numbers.ts'
import { useConsole } from '../../../page/console.ts'
import { CLOCK_MOVES } from '../../../store/actions/world-actions.ts'
import { formatBeside } from '../words.ts'
import { goBack } from '../world-commands.ts'
import { StepList, UpcomingSteps } from './upcoming-steps.tsx'

/** The clock and its time line. */
export function Time() {
  const { world } = useConsole()
  const now = world.now.value
  return (
    <Panel title="Time">
      {now !== undefined && (
        <div class="stack">
          <Clock now={now} isFrozen={world.isFrozen.value === true} />
          <Happened now={now} isFrozen={world.isFrozen.value === true} />
          <UpcomingSteps now={now} />
        </div>
      )}
    </Panel>
  )
}

type ClockProps = { now: string; isFrozen: boolean }

function Clock({ now, isFrozen }: ClockProps) {
  const { setClock, advance } = useConsole().worldActions
  return (
    <div class="stack clock">
      <p class="figure">
        <time dateTime={now}>{now.slice(11, 19)}</time> <span class="clock-day">{now.slice(0, 10)} UTC</span>
      </p>
      <ClockButtons now={now} isFrozen={isFrozen} />
      <ClockForm
        label="Time in UTC"
        verb="Set"
        // As the clock shows it. A field for dates would write it as the browser's language does: 09:00 AM.
        shown={now.slice(0, 19).replace('T', ' ')}
        // Seconds may be left out.
        onUse={(text) => setClock(`${text.replace(' ', 'T').replace(/T\d+:\d+$/, '$&:00')}Z`)}
      />
      <ClockForm
        label="Advance by"
        verb="Advance"
        placeholder="1h 30m"
        // Digits alone are milliseconds. The server checks text.
        onUse={(text) => advance(/^\d+$/.test(text) ? Number(text) : (text as WrittenDuration))}
      />
      <p class="muted">
        {isFrozen
          ? 'The clock stands still: nothing changes, and delayed responses wait.'
          : 'The clock runs, and what is due happens.'}
      </p>
    </div>
  )
}

function ClockButtons({ now, isFrozen }: ClockProps) {
  const { worldActions } = useConsole()
  const { advance, freeze, runClock } = worldActions
  return (
    <div class="row">
      <Button onClick={() => void (isFrozen ? runClock() : freeze())}>{isFrozen ? 'Run' : 'Freeze'}</Button>
      <Button title="5 minutes back" onClick={() => void goBack(worldActions, now)}>
        −5 min
      </Button>
      {CLOCK_MOVES.map(({ text, short, milliseconds }) => (
        <Button key={text} title={`${text} on`} onClick={() => void advance(milliseconds)}>
          {short}
        </Button>
      ))}
    </div>
  )
}

interface ClockFormProps {
  label: string
  /** What the field shows until somebody edits it. */
  shown?: string
  placeholder?: string
  verb: string
  onUse: (text: string) => Promise<unknown>
}

function ClockForm({ label, shown = '', placeholder, verb, onUse }: ClockFormProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | undefined>(undefined)
  // A field that somebody is in is not rewritten: its text may be selected.
  const [held, setHeld] = useState<string | undefined>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!(await onUse(draft ?? shown))) return
    setDraft(undefined)
    setHeld(undefined)
  }
  return (
    <form class="row" onSubmit={(event) => void submit(event)}>
      <label for={id}>{label}</label>
      <input
        id={id}
        class="short"
        value={draft ?? held ?? shown}
        placeholder={placeholder}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onFocus={() => setHeld(shown)}
        onBlur={() => setHeld(undefined)}
      />
      <Button type="submit" disabled={!draft}>
        {verb}
      </Button>
    </form>
  )
}

interface HappenedProps {
  readonly now: string
  readonly isFrozen: boolean
}

/** What the last move of the clock has done, until the clock goes back or somebody closes it. */
function Happened({ now, isFrozen }: HappenedProps) {
  const { worldActions } = useConsole()
  const [closed, setClosed] = useState<MovedClock | undefined>(undefined)
  const move = worldActions.lastMove.value
  if (move === undefined || move === closed || isUndone(move, now, isFrozen)) return null
  const { count, entries } = move.happened
  return (
    <section class="stack tight box happened" aria-label="What the move did">
      <div class="row spread">
        <strong>
          {count === 0 ? 'Nothing happened' : formatCount(count, 'change')} on the way to {formatBeside(move.now, now)}
        </strong>
        <CloseButton what="what the move did" onClose={() => setClosed(move)} />
      </div>
      {count > 0 && <StepList label="What happened" steps={entries} now={now} />}
      {count > entries.length && <p class="muted">The first {entries.length} are listed.</p>}
    </section>
  )
}

function isUndone(move: MovedClock, now: string, isFrozen: boolean): boolean {
  return isFrozen && move.frozen ? Date.parse(move.now) !== Date.parse(now) : Date.parse(now) < Date.parse(move.now)
}
