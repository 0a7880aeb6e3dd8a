// The scenario: its story, where it began, whether it was edited, and how to replace it.

import type { JSX, TargetedEvent } from 'preact'
import { useRef } from 'preact/hooks'
import type { ControlState } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/controls/button.tsx'
import { RemotePanel } from '../../components/panels/remote-panel.tsx'
import { Text } from '../../components/text/text.tsx'
import { ScenarioDialog } from './scenario-dialog.tsx'
import { ShareDialog } from './share/share-dialog.tsx'
import { useSnapshotActions } from './snapshots/snapshot-actions.ts'
import { SnapshotDialog } from './snapshots/snapshot-dialog.tsx'
import { formatMoment } from './words.ts'
import { DIALOGS, type DialogName } from './world-commands.ts'

/** What this world is, and the actions on all of it. */
export function Story(): JSX.Element {
  const { world } = useConsole()
  return (
    <section class="stack story" aria-label="Scenario">
      <RemotePanel remote={world.state} what="the state of the world">
        {(state) => (
          <>
            <Description state={state} />
            <StoryActions />
          </>
        )}
      </RemotePanel>
    </section>
  )
}

function Description({ state: { scenario, edited, credentials } }: { state: ControlState }): JSX.Element {
  return (
    <div class="stack story-text">
      <h2>
        <Text most={80}>{scenario.name}</Text>
      </h2>
      <p>
        {scenario.description === '' ? (
          'This scenario has no description.'
        ) : (
          <Text most={600} canExpand>
            {scenario.description}
          </Text>
        )}
      </p>
      {credentials !== null && <p>Clients need {credentials}.</p>}
      <p class="muted">
        Built from seed {scenario.seed}; its clock began at {formatMoment(scenario.now)}.{' '}
        {edited ? 'Its data has changed since.' : 'Its data is as it began.'}
      </p>
    </div>
  )
}

function StoryActions(): JSX.Element {
  const { router, worldActions, theme } = useConsole()
  const [named] = router.route.value.path
  const dialog = DIALOGS.find((each) => each === named)
  const open = (name: DialogName) => () => router.navigate({ view: 'world', path: [name] })
  const close = () => router.navigate({ view: 'world' }, { replace: true })
  const isPresenting = theme.isPresenting.value
  const present = () => {
    theme.isPresenting.value = !isPresenting
  }
  const { save, open: openFile } = useSnapshotActions()
  const file = useRef<HTMLInputElement>(null)
  const choose = async ({ currentTarget: field }: TargetedEvent<HTMLInputElement>) => {
    const [chosen] = field.files ?? []
    if (chosen !== undefined) await openFile(chosen)
    // The same file can be chosen again.
    field.value = ''
  }
  return (
    <div class="row">
      <Button kind="primary" onClick={open('scenarios')}>
        Switch scenario
      </Button>
      <Button title="Returns to the start of this session" onClick={worldActions.reset}>
        Reset session
      </Button>
      <Button onClick={save}>Save</Button>
      <Button onClick={() => file.current?.click()}>Open</Button>
      <input ref={file} type="file" hidden accept=".json" aria-label="File to open" onChange={choose} />
      <Button onClick={open('snapshots')}>Snapshots</Button>
      <Button title="Opens a copy of this world in a session of its own" onClick={() => worldActions.fork()}>
        Fork
      </Button>
      <Button title="Builds a link that opens this world for somebody else" onClick={open('share')}>
        Share
      </Button>
      <Button isPressed={isPresenting} title="Large type, and keys that switch scenarios" onClick={present}>
        Present
      </Button>
      {dialog === 'scenarios' && <ScenarioDialog onClose={close} />}
      {dialog === 'snapshots' && <SnapshotDialog onClose={close} />}
      {dialog === 'share' && <ShareDialog onClose={close} />}
    </div>
  )
}
