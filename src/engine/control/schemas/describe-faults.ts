// What a client needs to know about faults to offer them.

import { type EffectDeclarations, effectsOf } from '../../faults/effects/effects.ts'
import { faultSchemaOf } from '../../faults/fault.ts'
import { faultRecipes } from '../../faults/recipes.ts'
import { buildFormSchema } from '../../input/schemas/form-schema.ts'

/** Describes the effects, the other fields of a fault, and the recipes. They are the same in all sessions. */
export function describeFaults(declared: EffectDeclarations) {
  const { effect: _effect, ...fields } = faultSchemaOf(declared).shape
  return {
    effects: effectsOf(declared).map(({ kind, title, description, schema, operations }) => ({
      kind,
      title,
      description,
      schema: buildFormSchema(schema, 'input'),
      operations: operations === undefined ? null : [...operations],
    })),
    fault: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, buildFormSchema(schema, 'input')])),
    recipes: faultRecipes.map(({ faults, ...recipe }) => ({ ...recipe, faults: [...faults] })),
  }
}
