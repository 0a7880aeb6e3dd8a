// Random faults: how many requests get one, and the seed that repeats them.

import { useState } from 'preact/hooks'
import type { ChaosState } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { CopyButton } from '../../components/controls/copy-button.tsx'
import { Labelled } from '../../components/forms/labelled.tsx'
import { SeedField } from '../../components/forms/seed-field.tsx'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import { formatCount, formatNumber, toPercent } from '../../format/numbers.ts'
import { useConsole } from '../../page/console.ts'

/** The usual levels of chaos, in percent. */
export const CHAOS_STOPS = [0, 5, 20, 50]

/** The level of chaos, its seed, and what it has done so far. */
export function ChaosDial() {
  const { world, worldActions } = useConsole()
  return (
    <Panel title="Chaos">
      <p>A share of all requests gets random faults: with the same seed, the same ones.</p>
      <RemotePanel remote={world.chaos} what="chaos">
        {(chaos) => (
          <div class="stack">
            <ChaosLevel chaos={chaos} />
            <SeedField
              key={chaos.seed}
              label="Seed"
              description="A whole number. It counts from the next request on."
              current={chaos.seed}
              action="Use seed"
              onUse={(seed) => void worldActions.setChaos({ seed })}
            />
            <ChaosSoFar chaos={chaos} />
          </div>
        )}
      </RemotePanel>
    </Panel>
  )
}

function ChaosLevel({ chaos: { level } }: { chaos: ChaosState }) {
  const { worldActions } = useConsole()
  // Undefined unless somebody is moving the dial.
  const [dragged, setDragged] = useState<number | undefined>(undefined)
  const current = toPercent(level)
  const percent = dragged ?? current
  const set = async (next: number) => {
    setDragged(next)
    if (next !== current) await worldActions.setChaos({ level: next / 100 })
    setDragged(undefined)
  }
  return (
    <Labelled label={`Requests with a fault: ${percent} %`}>
      {(control) => (
        <>
          <input
            {...control}
            type="range"
            value={percent}
            aria-valuetext={`${percent} %`}
            onInput={(event) => setDragged(Number(event.currentTarget.value))}
            onChange={(event) => void set(Number(event.currentTarget.value))}
          />
          <div class="row">
            {CHAOS_STOPS.map((stop) => (
              <Button key={stop} isPressed={stop === current} onClick={() => void set(stop)}>
                {stop === 0 ? 'Off' : `${stop} %`}
              </Button>
            ))}
          </div>
        </>
      )}
    </Labelled>
  )
}

function ChaosSoFar({ chaos: { level, seed, requests, applied } }: { chaos: ChaosState }) {
  if (level === 0) return <p class="muted">Chaos is off.</p>
  const option = `--chaos ${level}:${seed}`
  return (
    <div class="row spread">
      {`${formatNumber(applied)} of ${formatCount(requests, 'request')} got a fault.`}
      <span class="row">
        <code>{option}</code>
        <CopyButton text={option} what="the option that repeats this chaos">
          Copy option
        </CopyButton>
      </span>
    </div>
  )
}
