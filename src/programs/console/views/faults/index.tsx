import { useState } from 'preact/hooks'
import type { ChaosState, FaultUse } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { CopyButton } from '../../components/controls/copy-button.tsx'
import { Labelled } from '../../components/forms/labelled.tsx'
import { SeedField } from '../../components/forms/seed-field.tsx'
import { Panel, RemotePanel } from '../../components/panels.tsx'
import { formatCount, formatNumber, toPercent } from '../../format/numbers.ts'
import { type Command, type Console, useConsole } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import type { Recipe } from '../../store/api.ts'
import { ActiveFaults } from './active-faults.tsx'
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

interface RecipeCardProps {
  readonly recipe: Recipe
  readonly faults: readonly FaultUse[]
}

function RecipeCard({ recipe, faults }: RecipeCardProps) {
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

/** The usual levels of chaos, in percent. */
const CHAOS_STOPS = [0, 5, 20, 50]

/** The level of chaos, its seed, and what it has done so far. */
function ChaosDial() {
  const { world, worldActions } = useConsole()
  return (
    <Panel title="Chaos">
      <p>A share of all requests gets random faults: with the same seed, the same ones.</p>
      <RemotePanel remote={world.chaos} what="chaos">
        {(chaos) => (
          <div class="stack">
            <ChaosLevel chaos={chaos} />
            <SeedField
              key={chaos.seed}
              label="Seed"
              description="A whole number. It counts from the next request on."
              current={chaos.seed}
              action="Use seed"
              onUse={(seed) => void worldActions.setChaos({ seed })}
            />
            <ChaosSoFar chaos={chaos} />
          </div>
        )}
      </RemotePanel>
    </Panel>
  )
}

interface ChaosProps {
  readonly chaos: ChaosState
}

function ChaosLevel({ chaos: { level } }: ChaosProps) {
  const { worldActions } = useConsole()
  // Undefined unless somebody is moving the dial.
  const [dragged, setDragged] = useState<number | undefined>(undefined)
  const current = toPercent(level)
  const percent = dragged ?? current
  const set = async (next: number) => {
    setDragged(next)
    if (next !== current) await worldActions.setChaos({ level: next / 100 })
    setDragged(undefined)
  }
  return (
    <Labelled label={`Requests with a fault: ${percent} %`}>
      {(control) => (
        <>
          <input
            {...control}
            type="range"
            value={percent}
            aria-valuetext={`${percent} %`}
            onInput={(event) => setDragged(Number(event.currentTarget.value))}
            onChange={(event) => void set(Number(event.currentTarget.value))}
          />
          <div class="row">
            {CHAOS_STOPS.map((stop) => (
              <Button key={stop} isPressed={stop === current} onClick={() => void set(stop)}>
                {stop === 0 ? 'Off' : `${stop} %`}
              </Button>
            ))}
          </div>
        </>
      )}
    </Labelled>
  )
}

function ChaosSoFar({ chaos: { level, seed, requests, applied } }: ChaosProps) {
  if (level === 0) return <p class="muted">Chaos is off.</p>
  const option = `--chaos ${level}:${seed}`
  return (
    <div class="row spread">
      {`${formatNumber(applied)} of ${formatCount(requests, 'request')} got a fault.`}
      <span class="row">
        <code>{option}</code>
        <CopyButton text={option} what="the option that repeats this chaos">
          Copy option
        </CopyButton>
      </span>
    </div>
  )
}
