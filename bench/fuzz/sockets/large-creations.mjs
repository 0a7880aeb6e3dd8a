import { drawFilling } from '../values/fillings.mjs'

/** A creation with a filling in one of its fields, or as the whole body. */
export function drawLargeCreation(draw, { repositories }, bytes) {
  const { name, json } = drawFilling(draw, bytes)
  const { integration_id, url } = draw.pick(repositories)
  const place = draw.pick([
    'secrets',
    'secret_references',
    'name',
    'source_config',
    'resource_spec',
    'repo_ref',
    'unknown',
    'all',
  ])
  const fields = {
    integration_id: JSON.stringify(integration_id),
    source_config: `{"repo_url":${JSON.stringify(url)}${place === 'resource_spec' ? `,"resource_spec":${json}` : ''}}`,
    source_revision_config: `{"repo_ref":${place === 'repo_ref' ? json : '"main"'}}`,
    ...(['resource_spec', 'repo_ref'].includes(place) ? {} : { [place]: json }),
  }
  const text = Object.entries(fields).map(([field, value]) => `${JSON.stringify(field)}:${value}`)
  return { label: `${name} as ${place}`, body: Buffer.from(place === 'all' ? json : `{${text.join(',')}}`) }
}
