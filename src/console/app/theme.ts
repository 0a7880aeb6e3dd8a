// Colours, density and type size, as attributes of the root element.

import { effect, type Signal, signal } from '@preact/signals'
import type { KeptTexts } from './storage.ts'

/** How the console looks. */
export interface Theme {
  readonly colours: Signal<Colours>
  readonly isCompact: Signal<boolean>
  /** Whether the type is large and the keys of a presentation work. */
  readonly isPresenting: Signal<boolean>
}

export const COLOURS = ['system', 'light', 'dark'] as const

/** Which colours: those of the system, or always the same. */
export type Colours = (typeof COLOURS)[number]

/** Creates the theme of a page from the settings that were kept. */
export function createTheme(root: HTMLElement, kept: KeptTexts): Theme {
  const stored = COLOURS.find((each) => each === kept.read('colours'))
  const colours = signal<Colours>(stored ?? 'system')
  const isCompact = signal(kept.read('density') === 'compact')
  const isPresenting = signal(kept.read('presenter') === 'on')

  effect(() => {
    if (colours.value === 'system') delete root.dataset.theme
    else root.dataset.theme = colours.value
    kept.write('colours', colours.value === 'system' ? undefined : colours.value)
  })
  effect(() => {
    if (isCompact.value) root.dataset.density = 'compact'
    else delete root.dataset.density
    kept.write('density', isCompact.value ? 'compact' : undefined)
  })
  effect(() => {
    if (isPresenting.value) root.dataset.presenter = ''
    else delete root.dataset.presenter
    kept.write('presenter', isPresenting.value ? 'on' : undefined)
  })
  return { colours, isCompact, isPresenting }
}
