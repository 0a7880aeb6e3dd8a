import { duration, statusList } from './free-values.ts'
import type { RegisterEntry } from './presets.ts'
import { KNOWN_STATUSES } from './statuses.ts'

/** The fields of a deployment and their values. */
export const deploymentQuestions = {
  optionalFields: {
    section: '2.3',
    question: 'Is a field without a value absent or null?',
    advice: 'Treat an absent field like null, for example with "== null" or a default value.',
    values: { null: 'Null.', absent: 'Absent.' },
    spec: 'null',
  },
  nullableFields: {
    section: '2.3',
    question: 'Which fields of a deployment may have no value?',
    advice: 'Handle null in every field of a deployment that may have no value.',
    values: {
      some: 'secret_references, latest_revision_id, active_revision_id, image_version and every key of the config objects.',
      none: 'None: every field of the contract always has a value.',
    },
    spec: 'some',
    excludes: { none: { optionalFields: ['absent'], listenerConfig: ['omitted'] } },
  },
  recordShape: {
    section: '2.3 to 2.5',
    question: 'Do records have only the fields in the contract?',
    advice: 'Use only the fields in the contract, and do not compare whole records.',
    values: {
      written: 'Yes.',
      upstream:
        'No: a deployment also has source, status and source_config.deployment_type, and langgraph_config_path instead of graph_config_path.',
      newer:
        'No: records have the fields of upstream and those that newer clients read. The name of a deployment with an agent may be null; under the other values, it is the id of the agent. A deployment has display_name, url, is_preview, shareable, route_through_gateway, is_managed_deep_agent, tracer_session_id, agent and deployment_tier, in source_config template_id and repo_branch, and in source_revision_config tracked_packages and deepagents_version. After a build from GitHub, a revision has the built image as its image_uri and a commit as its repo_ref; its deployment has them as soon as it runs. A revision has status_message, and an OAuth provider allowed_redirect_uris.',
    },
    spec: 'written',
    langsmith: 'upstream',
    'langsmith-next': 'newer',
  },
  unknownFields: {
    section: '2.1 to 2.3, 2.10',
    question: 'Can records and pages contain fields that the client does not know?',
    advice: 'Ignore fields that the client does not know, and do not compare whole records.',
    values: { none: 'No.', extra: 'Yes: a few, at the start, in the middle and at the end.' },
    spec: 'none',
  },
  secretValues: {
    section: '2.3',
    question: 'Are the values of secrets readable?',
    advice: 'Do not read the values of secrets from responses; keep them where they were created.',
    values: { clear: 'Yes.', masked: 'No: each is "********".', empty: 'No: each is the empty string.' },
    spec: 'clear',
  },
  listenerConfig: {
    section: '2.4',
    question: 'Do responses contain the listener_config of a deployment?',
    advice: 'Keep the namespace of a deployment where it was created, and do not compare it with responses.',
    values: { echoed: 'Yes.', omitted: 'No: it has no value, although creations take one. One client says so.' },
    spec: 'echoed',
    'langsmith-next': 'omitted',
  },
  freeFormObjects: {
    section: '2.9',
    question: 'What do the free-form objects contain?',
    advice: 'Do not rely on any key of the free-form objects, and look up each with a default value.',
    values: {
      typical: 'What Kubernetes would accept.',
      empty: 'Nothing.',
      nested: 'Deep structures with unusual keys.',
    },
    spec: 'typical',
  },
  timestampFormat: {
    section: '2.1, 2.3',
    question: 'How are date-times written?',
    advice: 'Parse date-times before you compare or show them, and never compare their texts.',
    values: {
      microsecondsZ: 'With six decimals, or none if they are all zero, and Z.',
      millisecondsZ: 'With three decimals and Z.',
      secondsZ: 'Without decimals, and with Z.',
      offset: 'Like microsecondsZ, but with +00:00 instead of Z.',
    },
    spec: 'microsecondsZ',
  },
  previewIdle: {
    section: '2.3',
    question: 'When does the service delete a preview that nobody works on?',
    advice: 'Treat a preview that is gone like one that its pull request has ended.',
    values: {
      never: 'Never.',
      week: 'Seven days after its latest revision or, if it has not had one since, after the start of the world. The public service says that it deletes idle previews, and that the time is a setting; this one is our guess. The preview is gone at once.',
    },
    freeValue: duration,
    spec: 'never',
    'langsmith-next': 'week',
  },
  deploymentTypes: {
    section: '4.4',
    question: 'Which types can deployments have?',
    advice: 'Treat an unknown type like any other, and make the type of creations a setting of the client.',
    values: {
      written: 'dev_free, dev and prod, and those that newerParameters adds.',
      both: 'Those, and serverless and dedicated, which the documentation of autumn 2026 and the command line since 0.4.36 have.',
      replaced: 'serverless and dedicated, and dev and prod as their former names.',
    },
    spec: 'written',
    langsmith: 'both',
  },
  statusValues: {
    section: '3',
    question: 'Which status values exist?',
    advice: 'Treat an unknown status like UNKNOWN instead of failing.',
    values: {
      known: `${KNOWN_STATUSES.join(', ')}.`,
      newer:
        'The known ones, and AWAITING_FINAL_DELETE. Newer clients know it, but not what leads to it. Here, a deployment with a database has it in the second half of its deletion.',
      extra: 'The known ones, and HIBERNATED, which no client knows.',
    },
    freeValue: statusList,
    spec: 'known',
    'langsmith-next': 'newer',
  },
} as const satisfies Record<string, RegisterEntry>
