// One contract for all sessions with the same assumptions.

import type { Assumptions } from '../define/assumptions/assumptions.ts'
import type { ByteBudget } from '../limits/byte-budget.ts'
import { createPool, type Lease } from '../limits/pool.ts'
import { type Contract, createContract } from './contract.ts'
import type { LoadDocumentBuilder } from './document-builder.ts'
import type { LoadedDocuments, ServiceDocuments } from './documents.ts'
import type { Declarations } from './operation/declarations.ts'
import type { RenderedRecords } from './operation/responses.ts'

// How many contracts without a session are kept for the next session with the same assumptions.
const CONTRACTS_KEPT = 20

interface ContractsOptions {
  readonly loadBuilder: LoadDocumentBuilder
  readonly rendered?: RenderedRecords
}

/** Creates what finds the contract under assumptions. All sessions with the same ones share it and its cache. */
export function createContracts(
  declared: Declarations,
  budget: ByteBudget,
  { loadBuilder, rendered = { json: new WeakMap() } }: ContractsOptions,
): (assumptions: Assumptions) => Lease<Contract> {
  const parts = { declared, budget, rendered, documents: createServiceDocuments(declared, loadBuilder) }
  const pool = createPool<Contract>({
    mostUnused: CONTRACTS_KEPT,
    onUse: (contract) => contract.startCaching(),
    onUnused(_, contract) {
      contract.stopCaching()
      return true
    },
  })
  return (assumptions) => {
    const key = JSON.stringify(assumptions)
    return pool.find(key) ?? pool.add(key, createContract(assumptions, parts))
  }
}

/** Creates the documents of a simulator's service. Most services are never asked for them. */
function createServiceDocuments(declared: Declarations, loadBuilder: LoadDocumentBuilder): LoadedDocuments {
  let loaded: ServiceDocuments | undefined
  const load = async (): Promise<void> => {
    loaded ??= (await loadBuilder()).createOwnDocuments(declared)
  }
  // Whoever answers a request for a document has loaded them.
  const get = () => loaded as ServiceDocuments
  return {
    latest: new Map(),
    load: () => (loaded === undefined ? load() : undefined),
    describe: (assumptions) => get().describe(assumptions),
    writePage: (assumptions) => get().writePage(assumptions),
  }
}
