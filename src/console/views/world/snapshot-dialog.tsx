// Snapshots: take, restore and delete them, and move them to and from files.

import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { KeptSnapshot } from '../../../client/index.ts'
import { useConsole, useRemote } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { RemotePanel } from '../../components/remote-panel.tsx'
import { Text } from '../../components/text.tsx'
import { isForUndo } from '../../store/undo.ts'
import { useSnapshotActions } from './snapshot-actions.ts'

/** Lists the snapshots of the server. */
export function SnapshotDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const { simulator } = useConsole().connection
  const snapshots = useRemote(() => simulator.snapshots.list(), { on: ['snapshots'] })
  const names = (snapshots.data.value ?? []).map(({ name }) => name)
  return (
    <Dialog title="Snapshots" isWide onClose={onClose} end={<Button onClick={onClose}>Close</Button>}>
      <div class="stack">
        <p class="muted">
          A snapshot is this world at one moment, with its time, faults and assumptions. All sessions of the server
          share them. They are gone when the server stops, unless you download them.
        </p>
        <TakeSnapshot />
        <Upload names={names} />
        <RemotePanel remote={snapshots} what="the snapshots">
          {(all) => <SnapshotList snapshots={all.filter(({ name }) => !isForUndo(name))} onClose={onClose} />}
        </RemotePanel>
      </div>
    </Dialog>
  )
}

function TakeSnapshot(): JSX.Element {
  const { worldActions } = useConsole()
  const id = useId()
  const [name, setName] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    const taken = await worldActions.takeSnapshot(name.trim() === '' ? undefined : name.trim())
    if (taken !== undefined) setName('')
  }
  return (
    <form class="field" onSubmit={(event) => void submit(event)}>
      <label class="field-label" for={id}>
        Name of a new snapshot
      </label>
      <div class="field-line">
        <input
          id={id}
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
    </form>
  )
}

function Upload({ names }: { names: readonly string[] }): JSX.Element {
  const { upload } = useSnapshotActions()
  const id = useId()
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Upload a snapshot from a file
      </label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        onChange={async ({ currentTarget: field }) => {
          const [file] = field.files ?? []
          if (file !== undefined) await upload(file, names)
          // Choosing the same file again is another upload.
          field.value = ''
        }}
      />
    </div>
  )
}

function SnapshotList({
  snapshots,
  onClose,
}: {
  snapshots: readonly KeptSnapshot[]
  onClose: () => void
}): JSX.Element {
  const { worldActions } = useConsole()
  const { download, remove } = useSnapshotActions()
  if (snapshots.length === 0)
    return <EmptyState title="No snapshots yet">Take one above to return to it later.</EmptyState>
  return (
    <ul class="choice-list" aria-label="Snapshots">
      {snapshots.map(({ name, scenario }) => (
        <li key={name} class="snapshot">
          <span>
            <Text most={80}>{name}</Text>{' '}
            <span class="muted">
              of <Text most={40}>{scenario}</Text>
            </span>
          </span>
          <span class="row">
            <Button
              aria-label={`Restore ${name}`}
              onClick={() => {
                onClose()
                void worldActions.restore(name)
              }}
            >
              Restore
            </Button>
            <Button aria-label={`Download ${name}`} onClick={() => void download(name)}>
              Download
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
