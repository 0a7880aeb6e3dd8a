import type { Console } from '../../app/console.ts'
import type { Command } from '../../app/palette/commands.ts'
import { CHAOS_STOPS } from './chaos-dial.tsx'
import { createFaultActions } from './fault-actions.ts'

/** Lists the commands for recipes and for chaos. */
export function listFaultCommands(console: Console): readonly Command[] {
  const actions = createFaultActions(console)
  const { faults, chaos } = console.world.state.data.value ?? { faults: 0, chaos: { level: 0 } }
  const recipes = console.world.schemas.data.value?.recipes ?? []
  return [
    ...recipes.map((recipe) => ({
      title: `Add the faults of “${recipe.title}”`,
      words: `recipe ${recipe.description}`,
      run: () => actions.follow(recipe),
    })),
    ...(faults === 0 ? [] : [{ title: 'Remove all faults', run: actions.clear }]),
    ...CHAOS_STOPS.filter((percent) => percent !== chaos.level * 100).map((percent) => ({
      title: percent === 0 ? 'Turn chaos off' : `Chaos: ${percent} % of the requests`,
      run: () => console.worldActions.setChaos({ level: percent / 100 }),
    })),
  ]
}
