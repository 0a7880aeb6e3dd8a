import { OptionError } from '../input/options/option-error.ts'
import { quote } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import { adviseOnFile, changeScenario, defineScenario, type Scenario, type ScenarioInput } from './scenario.ts'
import type { ServiceDeclarations } from './service.ts'

/** Creates the list of scenarios. @throws OptionError if one of your own is invalid, or if two have the same name */
export function createScenarioList(declared: ServiceDeclarations, own: readonly ScenarioInput[]) {
  const scenarios = listScenarios(declared, own)
  return {
    scenarios,
    /** Returns the scenario with a name. @throws OptionError if it is unknown */
    find: (name: string) => findScenario(name, scenarios),
    /**
     * Returns what finds the latest version of a scenario: the scenario itself, until its name is defined anew. What it
     * was begun with instead of the definition, such as another seed, stays.
     */
    follow(scenario: Scenario): () => Scenario {
      const findDefined = () => scenarios.find(({ name }) => name === scenario.name)
      let defined = findDefined()
      let latest = scenario
      return () => {
        const now = findDefined()
        if (now !== undefined && defined !== undefined && now !== defined)
          latest = carryOver(declared, latest, { before: defined, next: now })
        defined = now
        return latest
      }
    },
    /** Adds a scenario, or replaces the one with its name. @throws OptionError with all issues; nothing changes then */
    define(input: ScenarioInput): Scenario {
      const scenario = defineScenario(declared, input)
      const place = scenarios.findIndex(({ name }) => name === scenario.name)
      scenarios.splice(Math.max(place, 0), place < 0 ? 0 : 1, scenario)
      return scenario
    },
  }
}

// Your own scenarios come first, because lists for people may show only some. They replace shipped ones with the same name.
function listScenarios(declared: ServiceDeclarations, own: readonly ScenarioInput[]): Scenario[] {
  const defined = own.map((each) => defineScenario(declared, each))
  const names = new Set<string>()
  for (const { name } of defined) {
    if (names.has(name)) {
      throw new OptionError({
        attempt: 'create the simulator',
        received: `two scenarios are called ${quote(name)}`,
        advice: 'Rename one.',
      })
    }
    names.add(name)
  }
  const shipped = declared.scenarios.filter(({ name }) => !names.has(name))
  return [...defined, ...shipped]
}

/** Returns the next definition of a scenario, with what was chosen instead of the definition before. */
function carryOver(
  declared: ServiceDeclarations,
  scenario: Scenario,
  { before, next }: { before: Scenario; next: Scenario },
): Scenario {
  const chosen = (['seed', 'now', declared.mainResource] as const)
    .filter((field) => JSON.stringify(scenario[field]) !== JSON.stringify(before[field]))
    .map((field) => [field, scenario[field]])
  return changeScenario(declared, next, Object.fromEntries(chosen))
}

function findScenario(name: string, scenarios: readonly Scenario[]): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (found !== undefined) return found
  const known = scenarios.map((each) => each.name)
  const hint = suggestWord(name, known)
  throw new OptionError({
    attempt: 'load the scenario',
    received: `${quote(name)} is unknown`,
    advice: `${adviseOnFile(name)}${hint} Known: ${known.join(', ')}.`,
  })
}
