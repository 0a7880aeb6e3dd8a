import { useState } from 'preact/hooks'
import type { ControlState, KeptSnapshot } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/controls/dialog.tsx'
import { Labelled } from '../../components/forms/labelled.tsx'
import { EmptyState, RemotePanel } from '../../components/panels.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatCount } from '../../format/numbers.ts'
import { useConsole, useRemote } from '../../page/console.ts'
import { ShareDialog } from './share/share-dialog.tsx'
import { formatMoment } from './words.ts'
import { createSnapshotActions, DIALOGS, type DialogName } from './world-commands.ts'

/** What this world is, and the actions on all of it. Its text comes last, so that no button moves when it changes. */
export function Story() {
  const { world } = useConsole()
  return (
    <section class="stack story" aria-label="Scenario">
      <RemotePanel remote={world.state} what="the state of the world">
        {(state) => (
          <>
            <h2 class="large">
              <Text>{state.scenario.name}</Text>
            </h2>
            <Scenarios current={state.scenario.name} />
            <StoryActions />
            <Description state={state} />
          </>
        )}
      </RemotePanel>
    </section>
  )
}

interface ScenariosProps {
  readonly current: string
}

/** A button for each scenario. It says what it is about before it is pressed. */
function Scenarios({ current }: ScenariosProps) {
  const { world, worldActions } = useConsole()
  return (
    <fieldset class="row" aria-label="Switch scenario">
      Switch scenario:
      {world.scenarios.data.value?.map(({ name, description, credentials }) => (
        <Button
          key={name}
          isPressed={name === current}
          title={description + describeNeeds(credentials)}
          onClick={() => void worldActions.load(name)}
        >
          <Text>{name}</Text>
        </Button>
      ))}
    </fieldset>
  )
}

/** Says which credentials clients need, after another sentence; nothing if they need none. */
function describeNeeds(credentials: string | null): string {
  return credentials === null ? '' : ` Clients need ${credentials}.`
}

interface DescriptionProps {
  readonly state: ControlState
}

function Description({ state: { scenario, edited, credentials } }: DescriptionProps) {
  return (
    <div class="stack tight">
      <p>
        <Text most={600} canExpand>
          {scenario.description || 'This scenario has no description.'}
        </Text>
        {describeNeeds(credentials)}
      </p>
      <p class="muted">
        Built from seed {scenario.seed}; its clock began at {formatMoment(scenario.now)}.{' '}
        {edited ? 'Its data has changed since.' : 'Its data is as it began.'}
      </p>
    </div>
  )
}

const RESTART = 'Begins this scenario anew, without its faults and changed assumptions'

function StoryActions() {
  const shared = useConsole()
  const { router, worldActions, theme } = shared
  const [named] = router.route.value.path
  const dialog = DIALOGS.find((each) => each === named)
  const open = (name: DialogName) => () => router.navigate({ view: 'world', path: [name] })
  const close = () => router.navigate({ view: 'world' }, { replace: true })
  const isPresenting = theme.isPresenting.value
  const present = () => (theme.isPresenting.value = !isPresenting)
  const files = createSnapshotActions(shared)
  const buttons: readonly { title: string; hint?: string; run: () => unknown; isPressed?: boolean }[] = [
    { title: 'Restart', hint: RESTART, run: worldActions.restart },
    { title: 'Save', hint: 'Saves this world as a file', run: files.save },
    { title: 'Open', hint: 'Opens a file with a world', run: files.open },
    { title: 'Snapshots', run: open('snapshots') },
    { title: 'Fork', hint: 'Opens a copy of this world in a session of its own', run: () => worldActions.fork() },
    { title: 'Share', hint: 'Builds a link that opens this world for somebody else', run: open('share') },
    { title: 'Present', hint: 'Large type, and keys that switch scenarios', run: present, isPressed: isPresenting },
  ]
  return (
    <div class="row">
      {buttons.map(({ title, hint, run, isPressed }) => (
        <Button key={title} title={hint} isPressed={isPressed} onClick={run}>
          {title}
        </Button>
      ))}
      {dialog === 'snapshots' && <SnapshotDialog onClose={close} />}
      {dialog === 'share' && <ShareDialog onClose={close} />}
    </div>
  )
}

interface SnapshotDialogProps {
  readonly onClose: () => void
}

/** Lists the snapshots of the server. */
function SnapshotDialog({ onClose }: SnapshotDialogProps) {
  const { simulator } = useConsole().connection
  const snapshots = useRemote(() => simulator.snapshots.list(), { on: ['snapshots'] })
  return (
    <Dialog title="Snapshots" isWide onClose={onClose} end={<Button onClick={onClose}>Close</Button>}>
      <div class="stack">
        <p class="muted">A snapshot is this world at one moment. All sessions share them.</p>
        <TakeSnapshot />
        <RemotePanel remote={snapshots} what="the snapshots">
          {(all) => <SnapshotList snapshots={all} onClose={onClose} />}
        </RemotePanel>
      </div>
    </Dialog>
  )
}

function TakeSnapshot() {
  const { worldActions } = useConsole()
  const [name, setName] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    const taken = await worldActions.takeSnapshot(name.trim() === '' ? undefined : name.trim())
    if (taken !== undefined) setName('')
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Labelled label="Name of a new snapshot">
        {(control) => (
          <div class="row">
            <input
              {...control}
              class="filter-field"
              autocomplete="off"
              placeholder="empty: scenario and time"
              pattern="[A-Za-z0-9_.~\-]{1,100}"
              title="Up to 100 letters, digits, _ - . and ~"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" kind="primary">
              Take snapshot
            </Button>
          </div>
        )}
      </Labelled>
    </form>
  )
}

type ListProps = { snapshots: readonly KeptSnapshot[]; onClose: () => void }

function SnapshotList({ snapshots, onClose }: ListProps) {
  const shared = useConsole()
  const { worldActions } = shared
  const { remove } = createSnapshotActions(shared)
  const restore = (name: string) => {
    onClose()
    void worldActions.restore(name)
  }
  if (snapshots.length === 0)
    return <EmptyState title="No snapshots yet">Take one above to return to it later.</EmptyState>
  return (
    <ul class="lined" aria-label="Snapshots">
      {snapshots.map(({ name, scenario, now, edits }) => (
        <li key={name} class="row spread fault-item">
          <span>
            <Text>{name}</Text>{' '}
            <span class="muted">
              of <Text>{scenario}</Text>, {formatMoment(now)}, {formatCount(edits, 'edit')}
            </span>
          </span>
          <span class="row">
            <Button aria-label={`Restore ${name}`} onClick={() => restore(name)}>
              Restore
            </Button>
            <Button kind="danger" aria-label={`Delete ${name}`} onClick={() => void remove(name)}>
              Delete
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
