// The keys of a presentation: scenarios by number, restart, and the clock.

import type { Console, KeyBinding } from '../../page/console.ts'

// As many as there are digits for.
const MOST_SCENARIOS = 10

export interface PresenterKey extends KeyBinding {
  /** What it does, for a button. */
  readonly short: string
}

export function listPresenterKeys(
  { world, worldActions, theme, router }: Console,
  scenarios: readonly { readonly name: string }[] = [],
): readonly PresenterKey[] {
  const stop = () => {
    theme.isPresenting.value = false
    router.setQuery({ presenter: undefined })
  }
  return [
    ...scenarios.slice(0, MOST_SCENARIOS).map(({ name }, index) => ({
      // The tenth is 0, as on the keyboard.
      keys: String((index + 1) % MOST_SCENARIOS),
      short: name,
      title: `Load scenario ${name}`,
      run: () => worldActions.load(name),
    })),
    { keys: 'r', short: 'Restart', title: 'Restart the scenario', run: worldActions.restart },
    {
      keys: ' ',
      short: world.isFrozen.value === true ? 'Run' : 'Freeze',
      title: 'Freeze or run the clock',
      run: () => (world.isFrozen.value === true ? worldActions.runClock() : worldActions.freeze()),
    },
    { keys: 'Escape', short: 'Stop', title: 'Stop presenting', run: stop },
  ]
}

/** Binds the keys. Escape first closes what is open. */
export function bindPresenterKeys(shared: Console): readonly KeyBinding[] {
  const isOpen = () => shared.router.route.peek().path.length > 0
  return listPresenterKeys(shared, shared.world.scenarios.data.value).map(({ keys, title, run }) => ({
    ...{ keys, title, group: 'Presenter' },
    run: () => (keys === 'Escape' && isOpen() ? false : run()),
  }))
}
