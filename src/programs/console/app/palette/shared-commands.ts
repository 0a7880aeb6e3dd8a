// The commands and the keys that every view has.

import type { Command } from '../../page/commands.ts'
import type { Console } from '../../page/console.ts'
import type { KeyBinding } from '../../page/keys.ts'
import { COLOURS } from '../../page/theme.ts'
import type { View } from '../../page/view.ts'
import { CLOCK_MOVES } from '../../store/actions/world-actions.ts'

export interface Shell {
  openPalette(): unknown
  openKeys(): void
}

export function listSharedCommands(shared: Console, views: readonly View[], shell: Shell, text: string) {
  const named: readonly Command[] = [
    ...listSharedKeys(shared, views, shell)
      .filter(({ keys }) => /^[a-z?]/.test(keys))
      .map(({ keys, title, group, run }) =>
        group === 'Go to' ? { keys, title: `Go to ${title}`, words: 'view', run } : { keys, title, run },
      ),
    ...listWorldCommands(shared),
    ...listPageCommands(shared),
    ...views.flatMap((view) => view.commands?.(shared, text) ?? []),
  ]
  return [...named, ...listKeyCommands(shared).filter(({ title }) => !named.some((each) => each.title === title))]
}

function listWorldCommands({ world, worldActions, actions, connection }: Console): readonly Command[] {
  const scenarios = world.scenarios.data.value ?? []
  return [
    ...scenarios.map(({ name, description }) => ({
      title: `Load scenario ${name}`,
      words: `switch ${description}`,
      isWhole: true,
      run: () => worldActions.load(name),
    })),
    { title: 'Reset the world', isWhole: true, run: worldActions.reset },
    { title: 'New session', run: worldActions.createSession },
    { title: 'Fork this session', words: 'copy', run: worldActions.fork },
    world.isFrozen.value
      ? { title: 'Run the clock', words: 'start time', run: worldActions.runClock }
      : { title: 'Freeze the clock', words: 'stop time', run: worldActions.freeze },
    ...CLOCK_MOVES.map(({ text, milliseconds }) => ({
      title: `Move the clock by ${text}`,
      words: 'advance time',
      run: () => worldActions.advance(milliseconds),
    })),
    { title: 'Move the clock to what is next', words: 'advance time', run: worldActions.goToNext },
    { title: 'Copy the URL of the service', run: () => actions.copy(connection.serviceUrl, 'the URL') },
    { title: 'Copy the link to this page', run: () => actions.copy(location.href, 'the link') },
  ]
}

function listPageCommands({ theme, keys }: Console): readonly Command[] {
  return [
    ...COLOURS.map((each) => ({
      title: each === 'system' ? 'Use the colours of the system' : `Use ${each} colours`,
      words: 'theme',
      run: () => (theme.colours.value = each),
    })),
    {
      id: 'density',
      title: theme.isCompact.value ? 'Use normal rows' : 'Use compact rows',
      words: 'density',
      run: () => toggle(theme.isCompact),
    },
    {
      id: 'presenter',
      title: theme.isPresenting.value ? 'Stop presenting' : 'Present',
      words: 'presenter mode large type',
      run: () => toggle(theme.isPresenting),
    },
    {
      id: 'single-keys',
      title: keys.areSingleKeysOn.value ? 'Turn single keys off' : 'Turn single keys on',
      run: () => toggle(keys.areSingleKeysOn),
    },
  ]
}

// What the view binds to a key can be found by its name, too. Rows are easier to reach with the keys themselves.
function listKeyCommands({ keys: { bindings } }: Console): readonly Command[] {
  return bindings.value
    .filter(({ keys, group }) => group === undefined && /^[^jk]$/.test(keys))
    .map(({ keys, title, run }) => ({ title, keys, run }))
}

function toggle(setting: { value: boolean }): void {
  setting.value = !setting.value
}

export function listSharedKeys(shared: Console, views: readonly View[], shell: Shell): readonly KeyBinding[] {
  const { router, actions, worldActions } = shared
  const everywhere: readonly KeyBinding[] = [
    { keys: 'Mod+k', title: 'Commands', run: shell.openPalette },
    { keys: '/', title: 'Commands', run: shell.openPalette },
    { keys: '?', title: 'Show the keys', run: shell.openKeys },
    { keys: 'u', title: 'Undo', run: actions.undoLast },
    { keys: 's', title: 'Take a snapshot', run: () => worldActions.takeSnapshot() },
    { keys: 'Escape', title: 'Close what is open', run: () => closeDetails(router) },
  ]
  return [
    ...everywhere.map((binding) => ({ ...binding, group: 'Everywhere' as const })),
    ...views.map(({ id, title, key }) => ({
      keys: `g ${key}`,
      title,
      group: 'Go to' as const,
      run: () => router.navigate({ view: id }),
    })),
  ]
}

function closeDetails(router: Console['router']): boolean {
  const { view, path, query } = router.route.peek()
  if (path.length === 0) return false
  router.navigate({ view, path: path.slice(0, -1), query })
  return true
}
