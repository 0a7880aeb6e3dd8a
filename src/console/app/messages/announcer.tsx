import { type Signal, signal } from '../../store/signal.ts'

/** Speaks to screen readers: the results of actions, no traffic. */
export interface Announcer {
  readonly text: Signal<string>
  /** Announces a result when the screen reader is silent. */
  announce(text: string): void
}

/** Creates the announcer of a page. */
export function createAnnouncer(): Announcer {
  const text = signal('')
  return {
    text,
    announce(next) {
      // The same text again is not read unless it differs.
      text.value = text.peek() === next ? `${next}\u00a0` : next
    },
  }
}

/** The place of announcements. */
export function AnnouncerPlace({ announcer }: { announcer: Announcer }) {
  return (
    <div class="visually-hidden" aria-live="polite" aria-atomic="true">
      {announcer.text.value}
    </div>
  )
}
