// The service as one value.

import { defineService } from '../engine/define/service.ts'
import { fastapi } from '../fastapi/fastapi.ts'
import { access } from './access/access.ts'
import { questions, register } from './assumptions/register.ts'
import { basePathsOf } from './assumptions/values.ts'
import { effects } from './effects.ts'
import { operations } from './operations.ts'
import { allResources } from './resources/resources.ts'
import { unknownFields } from './resources/unknown-fields.ts'
import { scenarios } from './scenarios.ts'
import { world } from './world.ts'

/** The Deployment Management Service. */
export const service = defineService({
  title: 'Deployment Management Service',
  version: '2',
  framework: fastapi,
  access,
  basePathsOf,
  world,
  describeFreeForm: ({ freeFormObjects }) => register.freeFormObjects.values[freeFormObjects],
  unknownFieldsOf: (assumptions) => (assumptions.unknownFields === 'extra' ? unknownFields : undefined),
  limitRate: ({ rateLimit }) => (rateLimit === 'limited' ? { requests: 1000, milliseconds: 10_000 } : undefined),
  operations,
  resources: allResources,
  questions,
  effects,
  mainResource: 'deployments',
  scenarios,
})
