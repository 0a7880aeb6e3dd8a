// The palette: finds any command by typing.

import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import type { Command } from './commands.ts'
import { useConsole } from './console.ts'

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
}

/** A field to type in, and the commands that fit. Arrows choose, Enter runs. */
export function Palette({ onClose }: { onClose: () => void }): JSX.Element {
  const { commands } = useConsole()
  const id = useId()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const found = commands.find(text)
  const current = Math.min(index, found.length - 1)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    // After the focus has returned to where it was.
    requestAnimationFrame(() => commands.run(command))
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) setIndex(step(current, found.length))
    else if (event.key === 'Enter') run(found[current])
    else return
    event.preventDefault()
  }
  const type = (next: string) => {
    setText(next)
    setIndex(0)
  }
  return (
    <Dialog title="Commands" hidesTitle kind="palette" onClose={onClose}>
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        placeholder="Type a command, the name of a scenario or an id"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div id={`${id}-list`} class="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, place) => (
          <Option
            key={command.id}
            id={`${id}-${place}`}
            command={command}
            isCurrent={place === current}
            onRun={() => run(command)}
          />
        ))}
      </div>
      <p class="palette-note muted" role="status">
        {found.length === 0 ? 'No command fits.' : ''}
      </p>
    </Dialog>
  )
}

interface OptionProps {
  id: string
  command: Command
  isCurrent: boolean
  onRun: () => void
}

function Option({ id, command: { title, keys }, isCurrent, onRun }: OptionProps): JSX.Element {
  const reveal = (element: HTMLDivElement | null) => isCurrent && element?.scrollIntoView({ block: 'nearest' })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
    <div
      id={id}
      ref={(element) => void reveal(element)}
      class="menu-item"
      role="option"
      aria-selected={isCurrent}
      onClick={onRun}
    >
      <bdi>{title}</bdi>
      {keys !== undefined && <kbd>{keys}</kbd>}
    </div>
  )
}
