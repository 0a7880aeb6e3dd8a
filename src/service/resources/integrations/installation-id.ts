// The number of an integration at its code host.

import { hashText } from '../../../engine/store/random.ts'

const FIRST = 10_000_000
const COUNT = 80_000_000

/** Returns the number of an installation at the code host. It follows from the id, so it is not stored. */
export function findInstallationId(id: string): number {
  return FIRST + (hashText(`installation/${id}`) % COUNT)
}
