import { createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { FaultInput } from '../../../entries/client/index.ts'
import { createActions, createUndo } from '../store/actions/actions.ts'
import { createWorldActions } from '../store/actions/world-actions.ts'
import { connectPage } from '../store/connection.ts'
import { createRemoteData, type Remote } from '../store/remote.ts'
import { signal } from '../store/signal.ts'
import { type KeptTexts, keepTexts } from '../store/storage.ts'
import { createStream } from '../store/stream/stream.ts'
import { createAnnouncer, createToasts, type Toasts } from '../store/toast-list.ts'
import { createTopics, type Topic } from '../store/topics.ts'
import { createWorldStore } from '../store/world.ts'
import { createPageRouter, type PageRouter } from './routes.ts'

// How long the second key of two may take.
const SEQUENCE_MILLISECONDS = 1500

// The browser and the components handle these on an element that can be pressed.
const PRESSING = ['Enter', ' ']

const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]'

const PRESSED = 'button, a[href], summary, input, [role="listbox"], [role="option"], tr[tabindex]'

const LAYERS = 'dialog, [popover]:not(.toasts)'

/** Returns what identifies a command, also when the page is loaded again. */
export const commandIdOf = ({ id, title }: Command): string => id ?? title

const MOST_RECENT = 8

const MOST_FOUND = 50

const FIT_SCORES = { sure: 100, any: 0.1 } as const

export const COLOURS = ['system', 'light', 'dark'] as const

/** What the components of a page share. */
export type Console = ReturnType<typeof createConsole>

/** Creates what the components of a page share. Nothing is sent to the server before `start`. */
export function createConsole(page: Window & typeof globalThis) {
  const local = keepTexts(() => page.localStorage)
  // The token is taken out of the fragment before the router reads it.
  const connection = connectPage(
    page,
    keepTexts(() => page.sessionStorage),
  )
  const { simulator, session } = connection
  const announcer = createAnnouncer()
  const toasts = createToasts(announcer)
  const router = createPageRouter(page)
  closeWithView(toasts, router)
  const stream = createStream(simulator)
  // A server that is back has not failed any more.
  stream.link.subscribe((state) => state === 'live' && toasts.shown.peek()?.kind === 'error' && toasts.close())
  const topics = createTopics(stream, session)
  const undo = createUndo(simulator)
  const actions = createActions(simulator, { toasts, undo, topics })
  return {
    connection,
    router,
    stream,
    topics,
    world: createWorldStore(simulator, topics, stream),
    /** The faults that were taken off the server, each at its place among all faults. */
    faultsOff: signal<readonly (FaultInput | undefined)[]>([]),
    undo,
    actions,
    worldActions: createWorldActions(actions, connection),
    toasts,
    announcer,
    keys: createKeys(page, local),
    commands: createCommands(local),
    theme: createTheme(page.document.documentElement, local),
  }
}

// A message is about the view that it appeared in. What it offered to undo can still be undone with a key.
function closeWithView(toasts: Toasts, { route }: PageRouter): void {
  let last = route.peek().view
  route.subscribe(({ view }) => {
    if (view !== last) toasts.close()
    last = view
  })
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (found === undefined) throw new Error('Failed to use the console: the component is outside of it.')
  return found
}

interface RemoteOptions {
  readonly on: readonly Topic[]
  readonly inputs?: readonly unknown[]
}

/**
 * Reads data from the server, and again whenever one of the topics changes.
 *
 * @param inputs the values that `read` uses; when one of them changes, the data is read anew
 */
export function useRemote<Data>(read: () => Promise<Data>, { on, inputs = [] }: RemoteOptions): Remote<Data> {
  const { topics } = useConsole()
  const remote = useMemo(() => createRemoteData(read, topics, on), [topics, ...inputs])
  useEffect(() => remote.follow(), [remote])
  return remote
}

/** Defines keys while the component is there. A key always does what the last rendering said. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const { keys } = useConsole()
  const latest = useRef(bindings)
  latest.current = bindings
  const defined = bindings.map(({ keys: pressed, title }) => pressed + title).join()
  // A key can be pressed before other effects run.
  useLayoutEffect(() => keys.define(bindings.map((binding) => followLatest(binding, latest))), [keys, defined])
}

// Effects run some time after a rendering. A key that is pressed meanwhile must not do something outdated.
function followLatest(binding: KeyBinding, latest: { current: readonly KeyBinding[] }): KeyBinding {
  const find = () => latest.current.find(({ keys }) => keys === binding.keys) ?? binding
  return { ...binding, run: () => find().run() }
}

/** Offers commands in the palette while the component is there. */
export function useCommands(source: CommandSource): void {
  const { commands } = useConsole()
  useLayoutEffect(() => commands.register(source), [commands])
}

/** Which colours: those of the system, or always the same. */
type Colours = (typeof COLOURS)[number]

/** Creates the colours, the density and the type size of a page from the settings that were kept. */
function createTheme(root: HTMLElement, kept: KeptTexts) {
  const stored = COLOURS.find((each) => each === kept.read('colours'))
  const colours = signal<Colours>(stored ?? 'system')
  const isCompact = signal(kept.read('density') === 'compact')
  const isPresenting = signal(kept.read('presenter') === 'on')

  const show = (attribute: string, name: string, value: string | undefined) => {
    if (value === undefined) delete root.dataset[attribute]
    else root.dataset[attribute] = value
    kept.write(name, value)
  }
  colours.subscribe((now) => show('theme', 'colours', now === 'system' ? undefined : now))
  isCompact.subscribe((is) => show('density', 'density', is ? 'compact' : undefined))
  isPresenting.subscribe((is) => show('presenter', 'presenter', is ? 'on' : undefined))
  return {
    colours,
    isCompact,
    /** Whether the type is large and the keys of a presentation work. */
    isPresenting,
  }
}

/** Something that the palette can do. */
export interface Command {
  /** What it does, as an instruction: `Load scenario busy`. */
  readonly title: string
  /** More words that find it. */
  readonly words?: string
  readonly keys?: string
  /** Whether it is what the text surely means, such as a number or an id, or what any text could mean. */
  readonly fit?: keyof typeof FIT_SCORES
  /** Whether it replaces the world. What fits as well and does not, comes first. */
  readonly isWhole?: boolean
  /** What identifies it, if its title changes, or if several can have it. */
  readonly id?: string
  run(): unknown
}

/** Offers commands: those that are always there, or those that fit a text, such as the id of a record. */
type CommandSource = (text: string) => readonly Command[]

function createCommands(kept: KeptTexts) {
  const sources = signal<readonly CommandSource[]>([])
  let recent = (kept.read('commands') ?? '').split('\n').filter((id) => id !== '')
  return {
    sources,
    /** Adds a source. @returns a function that removes it */
    register(source: CommandSource) {
      sources.value = [...sources.peek(), source]
      return () => {
        sources.value = sources.peek().filter((each) => each !== source)
      }
    },
    /**
     * Finds the commands for a text, the best first. Without a text, those used last come first.
     *
     * @param more commands besides those of the sources, such as those that the server was asked for
     */
    find(text: string, more: readonly Command[] = []) {
      const all = sources.value.flatMap((source) => source(text))
      return rank([...all, ...more], text, recent).slice(0, MOST_FOUND)
    },
    run(command: Command) {
      recent = [commandIdOf(command), ...recent.filter((id) => id !== commandIdOf(command))].slice(0, MOST_RECENT)
      kept.write('commands', recent.join('\n'))
      command.run()
    },
  }
}

function rank(commands: readonly Command[], text: string, recent: readonly string[]): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const scored = commands.flatMap((command) => {
    const score = scoreCommand(command, words)
    const place = recent.indexOf(commandIdOf(command))
    return score === 0 ? [] : [{ command, score: score + (place < 0 ? 0 : (MOST_RECENT - place) / 10) }]
  })
  return scored.sort((one, other) => other.score - one.score).map(({ command }) => command)
}

/** Scores a command. A word of it must begin with each word; those of its title count most. */
function scoreCommand({ title, words: more = '', fit, isWhole }: Command, words: readonly string[]): number {
  if (fit !== undefined) return FIT_SCORES[fit]
  let score = isWhole ? 0.5 : 1
  for (const word of words) {
    if (!hasWord(`${title} ${more}`, word)) return 0
    if (title.toLowerCase().startsWith(word)) score += 3
    else if (hasWord(title, word)) score += 2
  }
  return score
}

/** Whether a word of a text begins with another one. Names have words, too: `lastPageOffset`. */
function hasWord(text: string, beginning: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(beginning); at >= 0; at = lower.indexOf(beginning, at + 1))
    if (!/[\p{L}\d]/u.test(text.charAt(at - 1)) || /\p{Ll}\p{Lu}/u.test(text.slice(at - 1, at + 1))) return true
  return false
}

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

function createKeys(page: Window, kept: KeptTexts) {
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
