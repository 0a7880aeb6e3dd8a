// A button that opens a menu. Arrows move in it, Enter chooses, Escape closes it.

import type { ComponentChildren, TargetedKeyboardEvent, TargetedToggleEvent } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'

export interface MenuItem {
  readonly title: string
  readonly keys?: string | undefined
  /** Whether it is the current one of several. */
  readonly isCurrent?: boolean
  run(): unknown
}

export interface MenuProps {
  label: ComponentChildren
  /** The name of the button, if its label does not say enough. */
  name?: string
  items: readonly MenuItem[]
  kind?: 'normal' | 'quiet'
  /** Whether what is current is in it. */
  isCurrent?: boolean
}

export function Menu({ label, name, items, kind = 'normal', isCurrent }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => menu.current?.hidePopover()
  const follow = (event: TargetedToggleEvent<HTMLDivElement>) => {
    const opens = event.newState === 'open'
    setOpen(opens)
    // A menu that is closed and opened at once has never changed its state.
    if (opens) focusFirst(menu.current)
  }
  useLayoutEffect(() => {
    if (isOpen) focusFirst(menu.current)
  }, [isOpen])
  return (
    <>
      <Button
        kind={kind}
        popovertarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name}
        aria-current={isCurrent ? 'true' : undefined}
      >
        {label} <span aria-hidden="true">▾</span>
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class="menu"
        role="menu"
        aria-label={name}
        onToggle={follow}
        onKeyDown={moveFocus}
        tabIndex={-1}
      >
        {isOpen && items.map((item) => <Item key={item.title} item={item} close={close} />)}
      </div>
    </>
  )
}

interface ItemProps {
  readonly item: MenuItem
  readonly close: () => void
}

function Item({ item, close }: ItemProps) {
  const { title, keys, isCurrent, run } = item
  const choose = () => {
    close()
    run()
  }
  const role = isCurrent === undefined ? 'menuitem' : 'menuitemradio'
  return (
    <button {...{ role, 'aria-checked': isCurrent }} type="button" class="menu-item" onClick={choose} tabIndex={-1}>
      <span>
        {isCurrent === true && '✓ '}
        {title}
      </span>
      {keys !== undefined && <kbd>{keys}</kbd>}
    </button>
  )
}

/** By key: the place that comes next, of so many. */
export type StepsByKey = Readonly<Record<string, (index: number, count: number) => number>>

/** One up or down, and around at both ends. */
export const AROUND: StepsByKey = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
}

const STEPS: StepsByKey = {
  ...AROUND,
  Home: () => 0,
  End: (_, count) => count - 1,
}

const ITEMS = '[role^="menuitem"]'

function moveFocus(event: TargetedKeyboardEvent<HTMLDivElement>): void {
  const menu = event.currentTarget
  const items = [...menu.querySelectorAll<HTMLElement>(ITEMS)]
  const index = items.indexOf(document.activeElement as HTMLElement)
  const step = STEPS[event.key]
  if (step !== undefined) items[step(index, items.length)]?.focus()
  else if (/^\S$/.test(event.key)) items.find((item) => item.textContent?.toLowerCase().startsWith(event.key))?.focus()
  else if (event.key === 'Tab') menu.hidePopover()
  if (step !== undefined) event.preventDefault()
}

function focusFirst(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>(ITEMS)?.focus()
}
