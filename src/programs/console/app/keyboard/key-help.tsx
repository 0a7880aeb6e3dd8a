import { Button } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/controls/dialog.tsx'
import { type KeyBinding, type KeyGroup, useConsole } from '../../page/console.ts'

const GROUPS: readonly (KeyGroup | undefined)[] = ['Go to', 'Everywhere', undefined, 'Presenter']

interface KeyHelpProps {
  readonly onClose: () => void
}

/** A dialog with all keys that work now. */
export function KeyHelp({ onClose }: KeyHelpProps) {
  const { keys } = useConsole()
  // The first binding of a key is the one that works.
  const bindings = keys.bindings.value.filter(
    ({ keys: pressed }, index, all) => all.findIndex((each) => each.keys === pressed) === index,
  )
  const { areSingleKeysOn } = keys
  return (
    <Dialog title="Keys" onClose={onClose} isWide end={<Button onClick={onClose}>Close</Button>}>
      <div class="key-groups">
        {GROUPS.map((group) => (
          <Group key={group} title={group ?? 'This view'} bindings={bindings.filter((each) => each.group === group)} />
        ))}
      </div>
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

interface GroupProps {
  readonly title: string
  readonly bindings: readonly KeyBinding[]
}

function Group({ title, bindings }: GroupProps) {
  if (bindings.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {bindings.map(({ keys, title: what }) => (
          <div key={keys} class="column pair">
            <dt>
              <KeyCaps keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface KeyCapsProps {
  readonly keys: string
}

export function KeyCaps({ keys }: KeyCapsProps) {
  return (
    <span class="keys">
      {keys.split(/[ +](?=.)/).map((key) => (
        <kbd key={key}>{NAMES[key] ?? key}</kbd>
      ))}
    </span>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const NAMES: Readonly<Record<string, string>> = { Mod: isMac ? '⌘' : 'Ctrl', ' ': 'Space' }
