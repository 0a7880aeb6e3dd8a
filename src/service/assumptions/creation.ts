import type { RegisterEntry } from './presets.ts'

/** The creation of a deployment, and its status after that. */
export const creationQuestions = {
  creation: {
    section: '1, 2.2',
    question: 'What does POST /v2/deployments do?',
    advice: 'Ask the owner of the service how a deployment is created, and handle that creation is not possible.',
    values: {
      simulated:
        'It takes integration_id (at the top or in source_config), source_config.repo_url and source_revision_config.repo_ref, and responds 201 with the new deployment, which then appears in the list.',
      absent: 'Nothing: the operation does not exist.',
      accepted:
        'It takes what simulated takes, and responds 202 with the deployment, which appears after 30 seconds on the world’s clock. Until then, no list contains it and no request finds it, but its name and its source are taken. Its status changes from then on.',
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
        sameSource: ['409'],
        missingCreationFields: ['400'],
        agentEnvironments: ['known'],
        statusTransitions: ['instant', 'stuck', 'fails'],
      },
      simulated: { missingCreationFields: ['400'], agentEnvironments: ['known'] },
      accepted: { missingCreationFields: ['400'], agentEnvironments: ['known'] },
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
  sameSource: {
    section: '1',
    question: 'What if a creation has the source of another deployment?',
    advice:
      'Handle both. After a 409, name both reasons, a source and a name that are taken: only its text tells them apart.',
    values: {
      allowed: 'A second deployment of that source is created.',
      409: 'Status 409, under any name: the same repository with the same path of the configuration, or the same agent in the same environment. The text is that of the public service; which workspaces have the rule is not known. A deployment that is deleted frees its source at once, and a change is not checked.',
    },
    spec: 'allowed',
    'langsmith-next': '409',
  },
  agentEnvironments: {
    section: '1',
    question: 'Which environments can the agent of a new deployment have?',
    advice: 'Use development, staging and production, the only ones that the command lines accept.',
    values: {
      any: 'Any.',
      known: 'development, staging and production. Others get a validation error. Only clients show it.',
    },
    spec: 'any',
    'langsmith-next': 'known',
  },
  missingCreationFields: {
    section: '1, 2.4',
    question: 'What if a creation of the public service does not name deployment_type or, for github, build_on_push?',
    advice: 'Name the type in every creation, and build_on_push in those from a repository.',
    values: {
      filledIn: 'They are prod and false.',
      400: 'Status 400. An image of another registry needs no type. One client says so; the text is ours.',
    },
    spec: 'filledIn',
    langsmith: '400',
  },
  sourceFields: {
    section: '2.4, 2.5',
    question: 'What if a creation or a change sets a field that does not apply to its source?',
    advice: 'Set only the fields that apply to the source of the deployment.',
    values: {
      kept: 'It is stored.',
      refused:
        'Status 400: integration_id, repo_url and repo_ref only apply to github, resource_spec, listener_id and listener_config to external_docker, image_uri to images, source_tarball_path to internal_source, and template_id to internal_template. The text is ours.',
      ignored: 'It counts as absent.',
    },
    spec: 'kept',
    langsmith: 'refused',
  },
  zeroScale: {
    section: '2.6',
    question: 'Which deployments can have a min_scale of 0?',
    advice: 'Set min_scale to 1 or more, unless the type of the deployment has zero in its name.',
    values: {
      all: 'All.',
      zeroTypes:
        'Those of the types dev_zero and dev_free_zero. Others get 400, in creations and in changes. One client says so; the text is ours.',
    },
    spec: 'all',
    langsmith: 'zeroTypes',
  },
  reservedSecrets: {
    section: '2.3',
    question: 'Can secrets have the names of variables that the service sets itself?',
    advice: 'Leave out reserved names, such as POSTGRES_URI and LANGSMITH_API_KEY, as the command lines do.',
    values: {
      allowed: 'Yes.',
      refused:
        'No: creations and changes with one get 400. The names are those that the command lines leave out; some can be set for images of other registries. That the service refuses them is likely, but status and text are ours.',
    },
    spec: 'allowed',
    langsmith: 'refused',
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
