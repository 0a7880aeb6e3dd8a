// The key map: which key does what, and when it does not.

import { signal } from '../store/signal.ts'
import type { KeptTexts } from '../store/storage.ts'

export type KeyGroup = 'Go to' | 'Everywhere' | 'Presenter'

export interface KeyBinding {
  /** A key as in `KeyboardEvent.key`, two keys in turn (`g w`), or a key with Ctrl or Cmd (`Mod+k`). */
  readonly keys: string
  /** What it does, for the list of keys: `Go to World`. */
  readonly title: string
  /** Where it stands in the list of keys. Default: with the keys of the view. */
  readonly group?: KeyGroup
  /** Returning false passes the key on, to an older binding or to the browser. */
  run(): unknown
}

// How long the second key of two may take.
const SEQUENCE_MILLISECONDS = 1500

export function createKeys(page: Window, kept: KeptTexts) {
  const bindings = signal<readonly KeyBinding[]>([])
  const areSingleKeysOn = signal(kept.read('keys') !== 'off')
  areSingleKeysOn.subscribe((isOn) => kept.write('keys', isOn ? undefined : 'off'))
  const readKeys = createSequence()

  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    if (leaveField(event)) return event.preventDefault()
    const isSingle = !(event.ctrlKey || event.metaKey)
    const hasSpace = bindings.peek().some(({ keys }) => keys === ' ')
    if (isSingle && !mayBeSingle(event, areSingleKeysOn.peek(), hasSpace)) return
    // A letter is the same with Shift or Caps Lock.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const starts = bindings.peek().some(({ keys }) => keys.startsWith(`${key} `) && keys.length > 2)
    const pressed = isSingle ? readKeys(key, event.timeStamp, starts) : `Mod+${key}`
    if (bindings.peek().some(({ keys, run }) => keys === pressed && run() !== false)) event.preventDefault()
  })
  return {
    /** All bindings, those defined last first. */
    bindings,
    /** Whether keys without Ctrl or Cmd do something. Somebody who speaks to the computer turns them off. */
    areSingleKeysOn,
    /** Adds bindings. They come before older ones. @returns a function that removes them */
    define(added: readonly KeyBinding[]) {
      bindings.value = [...added, ...bindings.peek()]
      return () => {
        bindings.value = bindings.peek().filter((each) => !added.includes(each))
      }
    },
  }
}

/** Reads which binding a key is: `g w` if `g` came just before, else `w`. */
function createSequence(): (key: string, at: number, starts: boolean) => string {
  let first: { key: string; at: number } | undefined
  return (key, at, starts) => {
    const before = first !== undefined && at - first.at < SEQUENCE_MILLISECONDS ? first.key : undefined
    first = starts && before === undefined ? { key, at } : undefined
    return before === undefined ? key : `${before} ${key}`
  }
}

// The browser and the components handle these on an element that can be pressed.
const PRESSING = ['Enter', ' ']

const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]'
const PRESSED = 'button, a[href], summary, input, [role="listbox"], [role="option"], tr[tabindex]'
const LAYERS = 'dialog, [popover]:not(.toasts)'

function mayBeSingle({ key, target }: KeyboardEvent, areOn: boolean, hasSpace: boolean): boolean {
  const element = target instanceof Element ? target : undefined
  const isIn = (selector: string) => element?.closest(selector) != null
  if (isIn(LAYERS) || isIn(FIELDS)) return false
  // A key of its own for Space comes before a button, which Enter still presses.
  if (key === ' ' && hasSpace && areOn) return !isIn('input')
  if (PRESSING.includes(key) && isIn(PRESSED)) return false
  return areOn || key === 'Escape'
}

/** Leaves a field with Escape, so that the next Escape closes what is open and nothing typed is lost by one key. */
function leaveField({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Escape' || !(target instanceof HTMLElement) || !target.matches(FIELDS)) return false
  if (target.closest(LAYERS) !== null) return false
  target.blur()
  return true
}
