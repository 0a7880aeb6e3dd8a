import { drawText, drawValue, writeJson } from '../values/hostile-values.mjs'
import { encodeText, mutateText, mutateValue } from '../values/json-mutations.mjs'

/** The body of a creation: valid, mutated, or anything else that a client could send. */
export function drawCreation(draw, material) {
  return draw.weighted([
    [15, () => Buffer.from(JSON.stringify(drawValidCreation(draw, material)))],
    [45, () => Buffer.from(writeJson(mutateValue(draw, drawValidCreation(draw, material))))],
    [10, () => encodeText(draw, mutateText(draw, draw.pick(material.recordedBodies)))],
    [20, () => encodeText(draw, mutateText(draw, writeJson(drawValidCreation(draw, material))))],
    [5, () => Buffer.from(writeJson(drawValue(draw)))],
    [3, () => draw.bytes(draw.integer(0, 60))],
    [2, () => Buffer.from(drawText(draw))],
  ])
}

/** A creation that the service accepts. */
export function drawValidCreation(draw, { repositories }) {
  const { integration_id, url } = draw.pick(repositories)
  const optional = {
    name: draw.pick(['checkout', 'Żółw', '', 'a'.repeat(300), '🧪', 'x y', '\ud800']),
    source: 'github',
    secrets: draw.many(0, 3, (index) => ({ name: `KEY_${index}`, value: drawText(draw) })),
    secret_references: [],
    image_version: draw.pick([null, '1.0.0']),
  }
  const chosen = Object.entries(optional).filter(() => draw.chance(0.4))
  return {
    ...Object.fromEntries(chosen),
    ...(draw.chance(0.8) ? { integration_id } : {}),
    source_config: {
      integration_id,
      repo_url: url,
      ...(draw.chance(0.3) ? { deployment_type: draw.pick(['dev', 'prod', null]), build_on_push: true } : {}),
      ...(draw.chance(0.2)
        ? { resource_spec: { min_scale: 1, max_scale: 2, cpu: 1, memory_mb: 512, env: [{ name: 'A', value: 'b' }] } }
        : {}),
    },
    source_revision_config: {
      repo_ref: draw.pick(['main', 'v1', drawText(draw)]),
      ...(draw.chance(0.2) ? { langgraph_config_path: 'a.json' } : {}),
    },
  }
}
