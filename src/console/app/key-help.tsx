// The list of all keys.

import type { JSX } from 'preact'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { useConsole } from './console.ts'

/** A dialog with all keys that work now. */
export function KeyHelp({ onClose }: { onClose: () => void }): JSX.Element {
  const { keys } = useConsole()
  // The first binding of a key is the one that works.
  const bindings = keys.bindings.value.filter(
    ({ keys: pressed }, index, all) => all.findIndex((each) => each.keys === pressed) === index,
  )
  const { areSingleKeysOn } = keys
  return (
    <Dialog title="Keys" onClose={onClose} isWide end={<Button onClick={onClose}>Close</Button>}>
      <dl class="key-list">
        {bindings.map(({ keys: pressed, title }) => (
          <div key={pressed}>
            <dt>
              {formatKeys(pressed).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
      <label class="row">
        <input
          type="checkbox"
          checked={areSingleKeysOn.value}
          onChange={(event) => {
            areSingleKeysOn.value = event.currentTarget.checked
          }}
        />
        Keys without Ctrl or Cmd work
      </label>
    </Dialog>
  )
}

function formatKeys(pressed: string): readonly string[] {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return pressed.split(/[ +](?=.)/).map((key) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key === ' ' ? 'Space' : key))
}
