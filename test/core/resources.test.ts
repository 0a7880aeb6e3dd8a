import { expect, test } from 'vitest'
import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { RESOURCE_NAMES } from '../../src/service/resources/names.ts'
import { allResources } from '../../src/service/resources/resources.ts'

test('resources.ts and names.ts list the same resources in the same order', () => {
  expect(allResources.map(({ name }) => name)).toEqual(RESOURCE_NAMES)
})

// The fields that no response has by their own names under any preset, in the resources that responses contain.
const UNSENT: Readonly<Record<string, readonly string[]>> = {
  deployments: [
    'deployment_type',
    'remote_reconciled',
    'tag_value_ids',
    'database_tier',
    'template_id',
    'agent_id',
    'agent_environment',
    'absent',
  ],
  integrations: ['kind'],
  repositories: ['integration_id'],
  revisions: ['deployment_id', 'outcome', 'history'],
  token_events: ['user_id'],
  tokens: ['user_id', 'access_token', 'refresh_token', 'metadata'],
}

test.for(allResources)(
  'responses have every field of $name that is not meant to be hidden',
  ({ name, schema, wire }) => {
    const all = questions.presets.map((preset) => resolveAssumptions(questions, preset))
    const sent = wire && new Set(all.flatMap((assumptions) => Object.keys(wire.schemaOf(assumptions).shape)))
    expect(Object.keys(schema.shape).filter((field) => sent?.has(field) === false)).toEqual(UNSENT[name] ?? [])
  },
)
