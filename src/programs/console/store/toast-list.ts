import { signal } from './signal.ts'

/** A message about what was done last, for some seconds. */
export interface Toast {
  readonly title: string
  /** `busy`: it is not done yet. */
  readonly kind?: 'done' | 'error' | 'busy'
  readonly details?: string | undefined
  readonly href?: string
  /** The line of code that does the same with the client. */
  readonly code?: string | undefined
  /** What else can be done, such as Undo. The toast closes then. */
  readonly choices?: readonly { title: string; keys?: string; run(): unknown }[]
}

export type Toasts = ReturnType<typeof createToasts>

// A message covers nothing, so it may stay until people have read it. What asks for a choice stays longer.
const SECONDS = { done: 15, error: 20, busy: 600 }
const CHOICE_SECONDS = 60
const TICK_SECONDS = 0.5

export function createToasts({ announce }: Announcer) {
  const shown = signal<Toast | undefined>(undefined)
  let secondsLeft = 0
  let isKeptOpen = false
  const close = () => {
    shown.value = undefined
    // The pointer or the focus was on it, and it is gone.
    isKeptOpen = false
  }
  setInterval(() => {
    // Nobody reads it in a tab behind another one.
    if (isKeptOpen || document.hidden) return
    secondsLeft -= TICK_SECONDS
    if (secondsLeft <= 0) close()
  }, TICK_SECONDS * 1000)
  return {
    shown,
    /** How many dialogs are open. What is outside of the last one cannot be pressed. */
    dialogs: signal(0),
    close,
    /** Shows a toast in place of the last one, and announces it. */
    show(toast: Toast) {
      secondsLeft = toast.choices === undefined ? SECONDS[toast.kind ?? 'done'] : CHOICE_SECONDS
      shown.value = toast
      announce(toast.details === undefined ? toast.title : `${toast.title}: ${toast.details}`)
    },
    /** Keeps the toast open, e.g. while the pointer is over it, or lets it close again. */
    keepOpen(isKept: boolean) {
      isKeptOpen = isKept
    },
  }
}

/** Speaks to screen readers: the results of actions, no traffic. */
export type Announcer = ReturnType<typeof createAnnouncer>

export function createAnnouncer() {
  const text = signal('')
  return {
    text,
    /** Announces a result when the screen reader is silent. */
    announce(next: string) {
      // The same text again is not read unless it differs.
      text.value = text.peek() === next ? `${next}\u00a0` : next
    },
  }
}
