import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../components/controls/dialog.tsx'
import { AROUND } from '../../components/controls/menu.tsx'
import { type Command, commandIdOf, useConsole } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import { KeyCaps } from '../keyboard/key-help.tsx'

interface PaletteProps {
  readonly views: readonly View[]
  readonly onClose: () => void
}

/** The palette: a field to type in, and the commands that fit. Arrows choose, Enter runs. */
export function Palette({ views, onClose }: PaletteProps) {
  const { commands } = useConsole()
  const id = useId()
  const [text, setText] = useState('')
  const more = useFoundCommands(views, text)
  const found = commands.find(text, more.found)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    // After the focus has returned to where it was.
    requestAnimationFrame(() => commands.run(command))
  }
  const { current, press, forget } = useChoice(found, more.isLooking, run)
  return (
    <Dialog title="Commands" kind="palette" onClose={onClose}>
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        placeholder="Command, name, id or number of a request"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          forget()
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} class="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, place) => (
          <Option
            key={commandIdOf(command)}
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

/** Which command is chosen. It stays chosen when the server has found more. Without a choice, it is the best one. */
function useChoice(found: readonly Command[], isLooking: boolean, run: (command: Command | undefined) => void) {
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const isAwaited = useRef<boolean | undefined>(false)
  const place = found.findIndex((command) => commandIdOf(command) === chosen)
  const current = Math.max(0, place)
  const enter = () => {
    // Whoever pastes an id and presses Enter at once means what the server is about to find.
    isAwaited.current = isLooking && place < 0 && (found[0]?.isWhole || found.every(({ fit }) => fit !== undefined))
    if (!isAwaited.current) run(found[current])
  }
  useEffect(() => void (isAwaited.current && enter()), [isLooking])
  const choose = (command: Command | undefined) => setChosen(command && commandIdOf(command))
  const press = (event: KeyboardEvent) => {
    const step = AROUND[event.key]
    if (step !== undefined) choose(found[step(current, found.length)])
    else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  }
  const forget = () => {
    setChosen(undefined)
    isAwaited.current = false
  }
  return { current, press, forget }
}

type OptionProps = { id: string; command: Command; isCurrent: boolean; onRun: () => void }

function Option({ id, command: { title, keys }, isCurrent, onRun }: OptionProps) {
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
      {keys !== undefined && <KeyCaps keys={keys} />}
    </div>
  )
}

// Somebody who types fast is not interested in what the beginning would find.
const PAUSE = 150

/** Asks the views for their commands, after a pause in typing. Until the server answers, those for an earlier text stay. */
function useFoundCommands(views: readonly View[], text: string) {
  const shared = useConsole()
  const { schemas, scenarios } = shared.world
  const [answer, setAnswer] = useState<{ text?: string; found: readonly Command[] }>({ found: [] })
  useEffect(() => {
    let isOutdated = false
    const ask = async () => {
      // A view that gets no answer has nothing to offer. The top bar says that the server is gone.
      const lists = await Promise.all(views.map((view) => view.findCommands?.(shared, text.trim()).catch(() => [])))
      if (!isOutdated) setAnswer({ text, found: lists.flatMap((list) => list ?? []) })
    }
    const timer = setTimeout(() => void ask(), text === '' ? 0 : PAUSE)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text, schemas.data.value])
  return { found: answer.found, isLooking: answer.text !== text || scenarios.isLoading.value }
}
