// All scenarios with their stories, to switch to one.

import type { JSX } from 'preact'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/controls/dialog.tsx'
import { RemotePanel } from '../../components/panels/remote-panel.tsx'
import { Text } from '../../components/text/text.tsx'

/** Lists the scenarios. */
export function ScenarioDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const { world, worldActions } = useConsole()
  const current = world.state.data.value?.scenario.name
  const load = (name: string) => {
    onClose()
    void worldActions.load(name)
  }
  return (
    <Dialog title="Switch scenario" isWide onClose={onClose} end={<Button onClick={onClose}>Close</Button>}>
      <p class="muted">This replaces all data, the time, faults and assumptions of this session. You can undo it.</p>
      <RemotePanel remote={world.scenarios} what="the scenarios">
        {(scenarios) => (
          <ul class="stack choice-list">
            {scenarios.map(({ name, description, credentials }) => (
              <li key={name} class="choice">
                <Button isPressed={name === current} onClick={() => load(name)}>
                  <Text most={40}>{name}</Text>
                </Button>
                <Text most={400}>{description + (credentials === null ? '' : ` Clients need ${credentials}.`)}</Text>
              </li>
            ))}
          </ul>
        )}
      </RemotePanel>
    </Dialog>
  )
}
