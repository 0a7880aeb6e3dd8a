import type { RegisterEntry } from './presets.ts'

/** Which parameters are valid. */
export const parameterQuestions = {
  repeatedParameter: {
    section: '4.4',
    question: 'What if a parameter is given twice?',
    advice: 'Send each parameter once.',
    values: { last: 'The last one is used.', first: 'The first one is used.', 422: 'A validation error.' },
    spec: 'last',
  },
  unknownParameter: {
    section: '4.1 to 4.4',
    question: 'What if a parameter is not in the contract?',
    advice: 'Send only parameters that are in the contract.',
    values: { ignored: 'It is ignored.', 422: 'A validation error.' },
    spec: 'ignored',
  },
  newerParameters: {
    section: '4.4',
    question: 'Does the service have the parameters and fields that newer clients send?',
    advice: 'Check the name and the agent of the received deployments in the client, as newer clients do.',
    values: {
      ignored: 'No: name, agent_id and agent_environment are unknown, and no deployment_type has zero in its name.',
      supported:
        'Yes: name must be the whole name, agent_id and agent_environment those of its agent. A creation of the public service may have an agent, {agent_id, environment}, instead of a name. deployment_type may also be dev_zero or dev_free_zero, also in the creation of the public service, whose source may be internal_template with a source_config.template_id. A change may have a display_name.',
      withoutAgents:
        'Like supported, but creations have no agent, and agent_id and agent_environment get 400 with the text of the public service.',
    },
    spec: 'ignored',
    'langsmith-next': 'supported',
    excludes: { ignored: { agentEnvironments: ['known'] }, withoutAgents: { agentEnvironments: ['known'] } },
  },
  nullParameter: {
    section: '4.4',
    question: 'What does the text null mean as the value of a parameter (status=null, name_contains=null)?',
    advice: 'Leave a parameter without a value out instead of sending the text null.',
    values: {
      text: 'It is a text like any other, and not a valid integer, boolean or deployment type.',
      absent: 'The parameter counts as absent.',
    },
    spec: 'text',
  },
  integerSyntax: {
    section: '4.4',
    question: 'Which spellings of an integer are valid?',
    advice: 'Send integers as plain digits.',
    values: { pydantic: 'Digits, and also "+5", " 5 ", "05", "1_0" and "1.0".', decimal: 'Digits only.' },
    spec: 'pydantic',
  },
  booleanSyntax: {
    section: '4.4',
    question: 'Which spellings of a boolean are valid?',
    advice: 'Send booleans as true and false.',
    values: {
      pydantic: 'true/false, 1/0, yes/no, on/off, t/f and y/n. Case does not matter.',
      strict: 'Only true and false.',
    },
    spec: 'pydantic',
  },
  offsetBeyondEnd: {
    section: '4.4',
    question: 'What if the offset is past the last record?',
    advice: 'Treat an empty page and an error past the end as the end.',
    values: { empty: 'An empty page.', 404: 'Status 404.', 422: 'A validation error.' },
    spec: 'empty',
  },
} as const satisfies Record<string, RegisterEntry>
