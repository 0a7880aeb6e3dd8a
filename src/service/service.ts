// The service as one value.

import type { UnknownFields } from '../engine/contract/operation/responses.ts'
import { defineService, type Service } from '../engine/scenario/service.ts'
import { fastapi } from '../fastapi/fastapi.ts'
import { access } from './access/access.ts'
import type { Assumptions } from './assumptions/assumptions.ts'
import { questions } from './assumptions/questions.ts'
import { register } from './assumptions/register.ts'
import { basePathsOf } from './assumptions/values.ts'
import { effects } from './effects.ts'
import { operations } from './operations.ts'
import { allResources } from './resources/resources.ts'
import { doAsGitHub } from './rollouts/pull-requests.ts'
import { scenarios } from './scenarios.ts'
import type { Types } from './types.ts'
import { world } from './world.ts'

/** Fields that no client knows (assumption `unknownFields`). */
const unknownFields: UnknownFields = {
  addTo(record) {
    const entries = Object.entries(record)
    const middle = Math.ceil(entries.length / 2)
    return Object.fromEntries([
      ...entries.slice(0, middle),
      ['x_revision_hint', { generation: 3, hints: ['warm', null] }],
      ...entries.slice(middle),
      ['x_flags', ['beta']],
      ['x_score', 0.5],
    ])
  },
  ofEnvelope: { x_request: { shard: 2, took_ms: 7 } },
}

export const service: Service<Types> = defineService({
  title: 'Deployment Management Service',
  version: '2',
  isPackaged: true,
  framework: fastapi,
  basisOfErrors: { redirect: 'seen: framework', body: 'seen: framework', validation: 'documented: OpenAPI' },
  access,
  basePathsOf,
  world,
  describeFreeForm: ({ freeFormObjects }: Assumptions) => register.freeFormObjects.values[freeFormObjects],
  unknownFieldsOf: (assumptions: Assumptions) => (assumptions.unknownFields === 'extra' ? unknownFields : undefined),
  limitRate: ({ rateLimit }: Assumptions) =>
    rateLimit === 'limited' ? { requests: 1000, milliseconds: 10_000 } : undefined,
  operations,
  resources: allResources,
  createRecord: doAsGitHub,
  questions,
  effects,
  mainResource: 'deployments',
  scenarios,
})
