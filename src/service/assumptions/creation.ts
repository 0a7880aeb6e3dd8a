import type { RegisterEntry } from '../../engine/define/register-entry.ts'

/** The creation of a deployment, and its status after that. */
export const creationQuestions = {
  // A creation that responds 202, with a record that appears later, would be another value. It is not simulated, because
  // nobody knows what the record is before it appears.
  creation: {
    section: '1, 2.2',
    question: 'What does POST /v2/deployments do?',
    advice: 'Ask the owner of the service how a deployment is created, and handle that creation is not possible.',
    values: {
      simulated:
        'It takes integration_id (at the top or in source_config), source_config.repo_url and source_revision_config.repo_ref, and responds 201 with the new deployment, which then appears in the list.',
      absent: 'Nothing: the operation does not exist.',
      upstream:
        'It takes the body of the public service, checks what each source requires, and responds 201 with the new deployment, whose first revision is then rolled out.',
    },
    spec: 'simulated',
    langsmith: 'upstream',
    excludes: {
      absent: {
        creationReferences: ['unchecked'],
        deploymentNames: ['hostname'],
        duplicateName: ['409'],
        statusTransitions: ['instant', 'stuck', 'fails'],
      },
    },
  },
  creationReferences: {
    section: '1, 2.2',
    question: 'Must the integration and the repository of a creation exist?',
    advice: 'Check that the integration and the repository exist before you create a deployment.',
    values: {
      checked:
        'Yes: an unknown integration gets what unknownIntegration says, and a repository that is not listed gets 400.',
      unchecked: 'No: any are accepted.',
    },
    spec: 'checked',
  },
  deploymentNames: {
    section: '2.3',
    question: 'Which names can a deployment have?',
    advice: 'Use names that consist of lower-case letters, digits and hyphens, and start with a letter.',
    values: {
      any: 'Any.',
      hostname: 'Letters, digits and hyphens, the first one a letter. A creation with another name gets 400.',
    },
    spec: 'any',
  },
  duplicateName: {
    section: '1',
    question: 'What if a creation uses the name of another deployment?',
    advice: 'Handle both: a name that is taken, and two deployments with the same name.',
    values: { accepted: 'A second deployment with that name is created.', 409: 'Status 409.' },
    spec: 'accepted',
    langsmith: '409',
  },
  statusTransitions: {
    section: '3',
    question: 'How does the status of a new deployment change?',
    advice: 'Poll the status of a new deployment until it changes, with a time limit, and handle every status.',
    values: {
      awaiting:
        'AWAITING_DATABASE, then READY after 30 seconds on the world’s clock. Where revisions are rolled out, as soon as the first one has its database, after some minutes.',
      instant: 'READY at once. Where revisions are rolled out, the first one is DEPLOYED at once.',
      stuck: 'AWAITING_DATABASE forever. Where revisions are rolled out, the first one stays CREATING.',
      fails:
        'AWAITING_DATABASE, then UNKNOWN after 30 seconds on the world’s clock. Where revisions are rolled out, when the first one is CREATE_FAILED.',
    },
    spec: 'awaiting',
  },
} as const satisfies Record<string, RegisterEntry>
