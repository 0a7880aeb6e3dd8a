// The service as one value.

import { scenarios } from '../../scenarios/index.ts'
import { defineService } from '../engine/define/service.ts'
import { fastapi } from '../fastapi/fastapi.ts'
import { access } from './access/access.ts'
import { questions } from './assumptions/questions.ts'
import { operations } from './operations.ts'
import { allResources } from './resources/resources.ts'
import { rolloutEffect } from './rollouts/rollout-effect.ts'
import type {} from './service-types.ts'

/** The Deployment Management Service. */
export const service = defineService({
  framework: fastapi,
  access,
  operations,
  resources: allResources,
  questions,
  effects: [rolloutEffect],
  scenarios,
})
