// What the palette can do to faults from any view.

import type { Console } from '../../app/console.ts'
import type { Command } from '../../app/palette/commands.ts'
import { createFaultActions } from './fault-actions.ts'

const LEVELS = [0, 0.05, 0.2, 0.5]

/** Lists the commands for recipes and for chaos. */
export function listFaultCommands(console: Console): readonly Command[] {
  const actions = createFaultActions(console)
  const { faults, chaos } = console.world.state.data.value ?? { faults: 0, chaos: { level: 0 } }
  const recipes = console.world.schemas.data.value?.recipes ?? []
  return [
    ...recipes.map((recipe) => ({
      title: `Faults: ${recipe.title}`,
      words: `recipe ${recipe.description}`,
      run: () => actions.follow(recipe),
    })),
    ...(faults === 0
      ? []
      : [
          {
            title: 'Remove all faults',
            run: async () => actions.clear(await console.connection.simulator.faults.list()),
          },
        ]),
    ...LEVELS.filter((level) => level !== chaos.level).map((level) => ({
      title: level === 0 ? 'Turn chaos off' : `Chaos: ${level * 100} % of the requests`,
      run: () => console.worldActions.setChaos({ level }),
    })),
  ]
}
