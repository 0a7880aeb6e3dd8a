// The scenarios that every installed package has. The page contains only their names.

import { scenarios } from '../../service/scenarios.ts'

export const PACKAGED_SCENARIOS: readonly string[] = scenarios.map(({ name }) => name)
