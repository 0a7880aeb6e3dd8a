// Counts the free deployments.

import * as z from 'zod'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { object } from '../../../engine/define/operation/responses.ts'
import { deployments } from '../../resources/deployments/deployments.ts'

/** Counts the free deployments, which are limited in the real service. */
export const getFreeDeploymentCount = defineOperation({
  name: 'getFreeDeploymentCount',
  method: 'GET',
  template: '/v2/deployments/free-count',
  summary: 'Counts the deployments of the type `dev_free`.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  responses: { 200: object('FreeDeploymentCount', z.strictObject({ count: z.int() })) },
  run({ assumptions, world }) {
    const { countAll } = world.listingOf(deployments).page({
      filters: [[{ field: 'deployment_type', match: 'equals', value: 'dev_free' }]],
      ordering: assumptions.deploymentOrdering,
      offset: 0n,
      limit: 1,
    })
    return { count: countAll() }
  },
})
