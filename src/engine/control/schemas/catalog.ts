// The schemas of a session: what its records, faults and operations look like.

import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { Route } from '../../contract/routing.ts'
import { findTag } from '../../define/operation/tag.ts'
import type { ServiceDeclarations } from '../../define/service.ts'
import { type EffectDeclarations, effectsOf } from '../../faults/effects/effects.ts'
import { faultSchemaOf } from '../../faults/fault.ts'
import { faultRecipes } from '../../faults/recipes.ts'
import { buildFormSchema } from '../../input/schemas/form-schema.ts'
import { describeRecords, describeResource, type FixedDescription } from './describe-resource.ts'

/** A contract, as far as schemas depend on it. */
interface DescribedContract {
  readonly assumptions: Assumptions
  readonly routes: readonly Route[]
}

/** Builds the schemas of sessions. */
export interface SchemaCatalog {
  /** Returns the schemas under a contract. The first call takes longer than the others. */
  describe(contract: DescribedContract): ReturnType<typeof describeAll>
}

/** Creates a catalog. Everything in it is derived from declarations. */
export function createSchemaCatalog(declared: ServiceDeclarations): SchemaCatalog {
  const records = new Map<string, FixedDescription>()
  let faults: ReturnType<typeof describeFaults> | undefined
  return {
    describe(contract) {
      faults ??= describeFaults(declared)
      for (const resource of declared.resources) {
        if (!records.has(resource.name)) records.set(resource.name, describeRecords(resource))
      }
      return describeAll(declared, contract, { records, faults })
    },
  }
}

function describeAll(
  declared: ServiceDeclarations,
  { assumptions, routes }: DescribedContract,
  { records, faults }: { records: ReadonlyMap<string, FixedDescription>; faults: ReturnType<typeof describeFaults> },
) {
  return {
    resources: declared.resources.map((resource) =>
      // `describe` has built all of them.
      describeResource(resource, records.get(resource.name) as FixedDescription, { declared, assumptions, routes }),
    ),
    ...faults,
    operations: describeOperations(declared.operations, routes),
  }
}

// A service with several base paths has several routes for an operation. The first one is enough.
function describeOperations(operations: ServiceDeclarations['operations'], routes: readonly Route[]) {
  const first = new Map(routes.toReversed().map((route) => [route.operation, route]))
  return operations.flatMap((operation) => {
    const { name, summary } = operation
    const route = first.get(name)
    if (route === undefined) return []
    const { method, template: path } = route
    return [{ name, method, path, summary, tag: findTag(operation, path) }]
  })
}

/** Describes the effects, the other fields of a fault, and the recipes. They are the same in all sessions. */
function describeFaults(declared: EffectDeclarations) {
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
