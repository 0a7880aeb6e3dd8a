// One contract for all sessions with the same assumptions.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Declarations } from '../define/declarations.ts'
import { createBoundedMap } from '../limits/bounded-map.ts'
import type { ByteBudget } from '../limits/byte-budget.ts'
import { createLease, type Lease } from '../limits/lease.ts'
import { type Contract, createContract } from './contract.ts'
import { createServiceDocuments } from './documents/service-documents.ts'

// How many contracts without a session are kept for the next session with the same assumptions.
const CONTRACTS_KEPT = 20

/**
 * Creates a function that finds the contract under a set of assumptions. All sessions with the same
 * assumptions share it, and its responses stay cached as long as one of them exists.
 */
export function createContracts(
  declared: Declarations,
  budget: ByteBudget,
): (assumptions: Assumptions) => Lease<Contract> {
  const parts = { declared, budget, rendered: new WeakMap(), documents: createServiceDocuments(declared) }
  const used = new Map<string, UsedContract>()
  const unused = createBoundedMap<string, Contract>(CONTRACTS_KEPT)

  const release = (entry: UsedContract): void => {
    entry.users -= 1
    if (entry.users > 0) return
    used.delete(entry.key)
    entry.contract.stopCaching()
    unused.set(entry.key, entry.contract)
  }
  const find = (assumptions: Assumptions): UsedContract => {
    const key = JSON.stringify(assumptions)
    return used.get(key) ?? { key, contract: unused.take(key) ?? createContract(assumptions, parts), users: 0 }
  }
  return (assumptions) => {
    // Each lease refers to the entry, because the key is long and every session would have a copy of it.
    const entry = find(assumptions)
    entry.contract.startCaching()
    used.set(entry.key, entry)
    entry.users += 1
    return createLease(entry.contract, () => release(entry))
  }
}

interface UsedContract {
  readonly key: string
  readonly contract: Contract
  users: number
}
