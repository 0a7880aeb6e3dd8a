import type { ControlState } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { RemotePanel } from '../../components/panels.tsx'
import { Text } from '../../components/text/text.tsx'
import { useConsole } from '../../page/console.ts'
import { ShareDialog } from './share/share-dialog.tsx'
import { SnapshotDialog } from './snapshots/snapshot-dialog.tsx'
import { describeNeeds, formatMoment } from './words.ts'
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

/** A button for each scenario. It says what it is about before it is pressed. */
function Scenarios({ current }: { current: string }) {
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

function Description({ state: { scenario, edited, credentials } }: { state: ControlState }) {
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

const RESET = 'Begins this scenario anew, without its faults and changed assumptions'

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
    { title: 'Reset', hint: RESET, run: worldActions.reset },
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
