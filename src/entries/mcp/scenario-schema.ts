import type { RemoteSimulator } from '../client/index.ts'

/** Builds the JSON Schema of the scenarios of a service from what its server says about records and questions. */
export async function buildScenarioSchema({ schemas, assumptions, settings }: RemoteSimulator): Promise<string> {
  const [{ resources }, questions, { presets }] = await Promise.all([schemas(), assumptions(), settings.read()])
  const answers = questions.map(({ id, question, values, free }) => {
    const value = free === null ? { enum: Object.keys(values) } : { type: 'string' }
    return [id, { description: question, ...value }]
  })
  const groups = resources.map(({ name, title, given }) => [name, describeGroups(title, given)])
  const text = { type: 'string' }
  return JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      name: text,
      description: text,
      seed: { type: 'integer', description: 'The seed that all data is drawn from.' },
      now: { ...text, description: 'The time of the world, in ISO 8601.' },
      preset: { enum: presets },
      assumptions: { type: 'object', properties: Object.fromEntries(answers), additionalProperties: false },
      ...Object.fromEntries(groups),
    },
    required: ['name'],
  })
}

function describeGroups(title: string, record: object): object {
  const count = { type: 'integer', minimum: 0 }
  const group = { type: 'object', properties: { count, record } }
  return { description: `${title}: how many, or groups of them.`, anyOf: [count, { type: 'array', items: group }] }
}
