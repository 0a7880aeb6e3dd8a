// Situations that clients should survive, each added with one click.

import type { JSX } from 'preact'
import type { FaultUse } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/controls/button.tsx'
import { Panel } from '../../components/panels/panel.tsx'
import { RemotePanel } from '../../components/panels/remote-panel.tsx'
import type { Recipe } from '../../store/api.ts'
import { idsOf, useFaultActions, useFaults } from './fault-actions.ts'

/** The recipes, as buttons that stay pressed while their faults apply. */
export function Recipes(): JSX.Element {
  const { world } = useConsole()
  const faults = useFaults()
  return (
    <Panel title="Common situations">
      <RemotePanel remote={world.schemas} what="the recipes">
        {({ recipes }) => (
          <ul class="recipes">
            {recipes.map((recipe) => (
              <RecipeCard key={recipe.id} recipe={recipe} faults={faults.data.value ?? []} />
            ))}
          </ul>
        )}
      </RemotePanel>
    </Panel>
  )
}

function RecipeCard({ recipe, faults }: { recipe: Recipe; faults: readonly FaultUse[] }): JSX.Element {
  const actions = useFaultActions()
  // While one of its faults still applies.
  const isOn = idsOf(recipe.faults).some((id) => faults.some((fault) => fault.id === id))
  return (
    <li class="recipe">
      <Button isPressed={isOn} onClick={() => void (isOn ? actions.leave(recipe) : actions.follow(recipe))}>
        {recipe.title}
      </Button>
      <span class="muted">{recipe.description}</span>
    </li>
  )
}
