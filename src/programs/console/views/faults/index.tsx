import type { FaultUse } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import type { Command } from '../../page/commands.ts'
import { type Console, useConsole } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import type { Recipe } from '../../store/api.ts'
import { ActiveFaults } from './active-faults.tsx'
import { CHAOS_STOPS, ChaosDial } from './chaos-dial.tsx'
import { createFaultActions, idsOf, useFaultActions, useFaults } from './fault-actions.ts'
import { FaultForm } from './fault-form.tsx'

/** Shows faults and chaos. */
export const faultsView: View = {
  id: 'faults',
  title: 'Faults',
  key: 'f',
  badge: ({ world }) => world.state.data.value?.faults,
  render: Faults,
  commands: listFaultCommands,
}

function Faults() {
  const { add } = useFaultActions()
  return (
    <div class="column view">
      <section aria-label="Add a fault">
        <FaultForm verb="Add fault" onSubmit={(fault, handling) => add(fault, ['Add', 'Added', 'a fault'], handling)} />
      </section>
      <div class="column grid">
        <div>
          <Recipes />
          <ChaosDial />
        </div>
        <ActiveFaults />
      </div>
    </div>
  )
}

/** The recipes, as buttons that stay pressed while their faults apply. */
function Recipes() {
  const { world } = useConsole()
  const faults = useFaults()
  return (
    <Panel title="Common situations">
      <RemotePanel remote={world.schemas} what="the recipes">
        {({ recipes }) => (
          <ul class="stack tight">
            {recipes.map((recipe) => (
              <RecipeCard key={recipe.id} recipe={recipe} faults={faults.data.value ?? []} />
            ))}
          </ul>
        )}
      </RemotePanel>
    </Panel>
  )
}

function RecipeCard({ recipe, faults }: { recipe: Recipe; faults: readonly FaultUse[] }) {
  const actions = useFaultActions()
  // While one of its faults still applies.
  const isOn = idsOf(recipe.faults).some((id) => faults.some((fault) => fault.id === id))
  return (
    <li class="column pair">
      <Button isPressed={isOn} onClick={() => void (isOn ? actions.leave(recipe) : actions.follow(recipe))}>
        {recipe.title}
      </Button>
      <span class="muted">{recipe.description}</span>
    </li>
  )
}

function listFaultCommands(console: Console): readonly Command[] {
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
