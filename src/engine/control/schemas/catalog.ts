// The schemas of a session: what its records, faults and operations look like.

import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { Route } from '../../contract/routing.ts'
import { findTag } from '../../define/operation/tag.ts'
import type { ServiceDeclarations } from '../../define/service.ts'
import { describeFaults } from './describe-faults.ts'
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
