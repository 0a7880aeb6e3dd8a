// The messages about what was done, each for some seconds.

import { type ReadonlySignal, signal } from '@preact/signals'
import type { Announcer } from './announcer.tsx'

/** A message about what was done. */
export interface Toast {
  readonly title: string
  readonly kind?: 'done' | 'error'
  readonly details?: string
  /** The line of code that does the same with the client. */
  readonly code?: string
  /** What else can be done, such as Undo. The toast closes then. */
  readonly choices?: readonly { title: string; keys?: string; run(): unknown }[]
}

/** The messages that are visible. */
export interface Toasts {
  readonly list: ReadonlySignal<readonly ShownToast[]>
  /** Shows a toast and announces it. @returns a function that closes it */
  show(toast: Toast): () => void
  close(id: number): void
  /** Keeps all toasts open, e.g. while the pointer is over one, or lets them close again. */
  hold(isHeld: boolean): void
}

export type ShownToast = Toast & { readonly id: number }

const MOST_SHOWN = 3
const SECONDS = { done: 8, error: 20 }

/** Creates the toasts of a page. */
export function createToasts({ announce }: Announcer): Toasts {
  const list = signal<readonly ShownToast[]>([])
  const ends = new Map<number, number>()
  let last = 0
  let isHeld = false
  const close = (id: number) => {
    ends.delete(id)
    list.value = list.peek().filter((each) => each.id !== id)
  }
  setInterval(() => {
    if (isHeld) return
    for (const [id, end] of ends) if (performance.now() > end) close(id)
  }, 500)
  return {
    list,
    close,
    show(toast) {
      last += 1
      const id = last
      ends.set(id, performance.now() + SECONDS[toast.kind ?? 'done'] * 1000)
      list.value = [...list.peek(), { ...toast, id }].slice(-MOST_SHOWN)
      announce(toast.details === undefined ? toast.title : `${toast.title}: ${toast.details}`)
      return () => close(id)
    },
    hold(held) {
      isHeld = held
    },
  }
}
