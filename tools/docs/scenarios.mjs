// The table of the scenarios of the package.

import { countRecords } from '../../build/src/engine/scenario/scenario.js'
import { deployments } from '../../build/src/service/resources/deployments/deployments.js'
import { scenarios } from '../../build/src/service/scenarios.js'
import { formatTable } from './markdown.mjs'

/** Describes every scenario: how many deployments it has, and its story. */
export function describeScenarios() {
  const rows = scenarios.map((scenario) => [
    `\`${scenario.name}\``,
    countRecords(deployments, scenario).toLocaleString('en-US'),
    scenario.description,
  ])
  return formatTable(['scenario', 'deployments', 'story'], rows)
}
