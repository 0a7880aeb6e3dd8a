// Builds a demo link for this world.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole, useRemote } from '../../../app/console.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Dialog } from '../../../components/controls/dialog.tsx'
import { RemotePanel } from '../../../components/panels/remote-panel.tsx'
import { toDefinition } from '../../faults/fault-actions.ts'
import { ShareForm } from './share-form.tsx'
import type { ShareChoice, SharedWorld } from './share-link.ts'
import { ShareResult } from './share-result.tsx'

/** Chooses what a link contains and where it leads. */
export function ShareDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const { simulator } = useConsole().connection
  const shared = useRemote(readWorld, { on: ['state', 'faults', 'chaos', 'clock', 'assumptions'] })
  async function readWorld(): Promise<SharedWorld> {
    const [state, faults] = await Promise.all([simulator.state(), simulator.faults.list()])
    return { state, faults: faults.map(toDefinition) }
  }
  return (
    <Dialog title="Share this world" isWide onClose={onClose} end={<Button onClick={onClose}>Close</Button>}>
      <div class="stack">
        <p class="muted">Everybody who opens a demo link gets a world of their own.</p>
        <RemotePanel remote={shared} what="the world">
          {(world) => <Share world={world} />}
        </RemotePanel>
      </div>
    </Dialog>
  )
}

function Share({ world }: { world: SharedWorld }): JSX.Element {
  const scenarios = useConsole().world.scenarios.data.value
  const { name } = world.state.scenario
  // A scenario of somebody's own has no name that a link could use.
  const isKnown = scenarios?.some((each) => each.name === name) !== false
  const [choice, setChoice] = useState<ShareChoice>(() => startChoice(world))
  const [isSnapshot, setIsSnapshot] = useState(world.state.edited || !isKnown)
  const change = (changes: Partial<ShareChoice>) => setChoice({ ...choice, ...changes })
  return (
    <div class="grid">
      <ShareForm
        world={world}
        choice={choice}
        onChange={change}
        isKnown={isKnown}
        isSnapshot={isSnapshot}
        onSwitch={setIsSnapshot}
      />
      <ShareResult
        world={world}
        choice={isSnapshot ? choice : { ...choice, snapshot: undefined }}
        isSnapshot={isSnapshot}
      />
    </div>
  )
}

function startChoice({ state, faults }: SharedWorld): ShareChoice {
  return {
    snapshot: undefined,
    seed: String(state.scenario.seed),
    includes: {
      time: state.now !== state.scenario.now,
      assumptions: Object.keys(state.assumptions).length > 0,
      faults: faults.length > 0,
      chaos: state.chaos.level > 0,
    },
    to: '',
  }
}
