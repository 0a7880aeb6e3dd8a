import type { ServiceRecords } from '../../src/programs/real-service/records/records.ts'

const ID = 'aaaaaaaa-0000-4000-8000-00000000000'
const TIME = '2026-04-08T15:16:23.421337Z'
const times = { created_at: TIME, updated_at: TIME }

/** Plants a text wherever a name or a value of free-form JSON can be. */
function createFreeForm(text: string, number: number) {
  const inner = { [text]: text, items: [text, [text, number], { [`${text}/name`]: text, number }] }
  return {
    [text]: text,
    [`${text}/team`]: 'x',
    [`app.kubernetes.io/${text}`]: 'x',
    'app.kubernetes.io/name': text,
    'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ metadata: inner }),
    limits: { cpu: text, [`${text}.gpu`]: 1 },
    deep: { deeper: { deepest: inner } },
    number,
    negative: -number,
    fraction: number / 1000,
  }
}

function createContainer(text: string, number: number) {
  const json = createFreeForm(text, number)
  return {
    name: text,
    image: `registry.example.com/${text}/agent:1`,
    imagePullPolicy: text,
    command: ['run', `--key=${text}`],
    args: [text],
    workingDir: `/srv/${text}`,
    env: [{ name: text, value: text, valueFrom: { secretKeyRef: { name: text, key: text }, ...json } }],
    envFrom: [{ configMapRef: { name: text } }, json],
    resources: { limits: { memory: '1Gi', ...json }, requests: json },
    volumeMounts: [{ name: text, mountPath: `/mnt/${text}`, subPath: text, mountPropagation: text, subPathExpr: text }],
    securityContext: { runAsUser: number, capabilities: { add: [text] }, ...json },
    restartPolicy: text,
  }
}

function createDeployment(text: string, number: number) {
  const json = createFreeForm(text, number)
  const container = createContainer(text, number)
  const sources = ['configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'nfs', 'projected', 'downwardAPI', 'csi']
  return {
    id: `${ID}1`,
    tenant_id: `${ID}2`,
    name: text,
    display_name: text,
    unknown_to_the_contract: json,
    source_config: {
      repo_url: `https://git.example.com/${text}/agents`,
      custom_url: `https://${text}`,
      install_command: `pip install ${text}`,
      build_command: text,
      listener_config: { k8s_namespace: text },
      resource_spec: {
        labels: json,
        annotations: json,
        service_account_name: text,
        image_pull_secrets: [{ name: text }],
        volumes: sources.map((source) => ({ name: text, [source]: json })),
        volume_mounts: container.volumeMounts,
        init_containers: [container],
        sidecars: [container],
      },
    },
    source_revision_config: {
      repo_ref: `feature/${text}`,
      langgraph_config_path: `${text}/langgraph.json`,
      image_uri: `${text}/agent:2`,
      source_tarball_path: text,
      repo_commit_sha: text,
    },
    secrets: [{ name: text, value: text }],
    secret_references: [{ name: text, secret_name: text, secret_key: text }],
    status: 'READY',
    source: 'github',
    image_version: `0.7.28+${text}`,
    template_id: text,
    agent_id: text,
    agent_environment: text,
    tag_value_ids: [],
    ...times,
  }
}

/** The records of a service that has a text wherever it can have one. */
export function createPlantedRecords(text: string, number: number): ServiceRecords {
  const name = { name: text, provider_id: text, provider_type: text, client_id: text }
  const url = `https://${text}/login?hint=${text}`
  const records = {
    providers: [{ id: `${ID}3`, organization_id: `${ID}4`, ...name, auth_url: url, token_url: url, ...times }],
    deployments: [createDeployment(text, number)],
    integrations: [{ id: `${ID}5`, kind: 'standard', name: text }],
    repositories: [{ integration_id: `${ID}5`, id: '77', name: text, owner: text, url, default_branch: text }],
    listeners: [{ id: `${ID}6`, compute_id: text, compute_config: { k8s_namespaces: [text] } }],
    tokens: [
      {
        id: `${ID}7`,
        provider_id: text,
        user_id: `${ID}8`,
        access_token: text,
        scopes: ['openid', text],
        provider_account_label: text,
        metadata: createFreeForm(text, number),
        ...times,
      },
    ],
  }
  return { preset: 'langsmith', records: new Map(Object.entries(records)), missing: [], at: Date.parse(TIME) }
}
