import { signal } from '../store/signal.ts'
import type { KeptTexts } from '../store/storage.ts'

export const COLOURS = ['system', 'light', 'dark'] as const

/** Which colours: those of the system, or always the same. */
export type Colours = (typeof COLOURS)[number]

/** Creates the colours, the density and the type size of a page from the settings that were kept. */
export function createTheme(root: HTMLElement, kept: KeptTexts) {
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
