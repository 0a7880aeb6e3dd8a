import { useState } from 'preact/hooks'
import type { KeptSnapshot } from '../../../../../entries/client/index.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Dialog } from '../../../components/controls/dialog.tsx'
import { Labelled } from '../../../components/forms/labelled.tsx'
import { EmptyState, RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatCount } from '../../../format/numbers.ts'
import { useConsole, useRemote } from '../../../page/console.ts'
import { formatMoment } from '../words.ts'
import { createSnapshotActions } from '../world-commands.ts'

/** Lists the snapshots of the server. */
export function SnapshotDialog({ onClose }: { onClose: () => void }) {
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
