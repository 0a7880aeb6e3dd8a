const LIMIT = 25
const MOST_PAGES = 50
const PROVIDER_FIELDS =
  'id organization_id provider_id name client_id auth_url token_url uses_pkce code_challenge_method created_at updated_at provider_type mcp_server_url token_endpoint_auth_method is_dynamic_client'.split(
    ' ',
  )

/** A client that works with the service of today. Each comment names what it relies on. */
export function createClient(baseUrl, credentials = {}) {
  const get = (path) => fetch(`${baseUrl}${path}`, { headers: credentials })

  async function list(query) {
    const response = await get(`/v2/deployments?${new URLSearchParams(query)}`)
    if (!response.ok) throw new Error(`The service responded with ${response.status}.`)
    return response.json()
  }

  return {
    list,

    // The newest deployment is the first one: deploymentOrdering.
    async findNewest() {
      const { resources } = await list({ limit: 1 })
      return resources[0].name
    },

    // On the last page, the offset grows by less than the limit: lastPageOffset.
    async countAll() {
      let count = 0
      let offset = 0
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const page = await list({ limit: LIMIT, offset })
        count += page.resources.length
        if (page.offset - offset !== LIMIT) return count
        offset = page.offset
      }
      throw new Error('The list has no end.')
    },

    // A deployment without a version has the version null: optionalFields.
    async listVersions() {
      const { resources } = await list({ limit: 100 })
      return resources.map(({ image_version }) => (image_version === null ? 'none' : image_version.trim()))
    },

    // The values of secrets are readable: secretValues.
    async readSecret(deployment, secret) {
      const { resources } = await list({ name_contains: deployment })
      return resources[0].secrets.find(({ name }) => name === secret).value
    },

    // A provider has these fields and no others: unknownFields.
    async listProviders() {
      const providers = await (await get('/v2/auth/providers')).json()
      for (const provider of providers) {
        const unknown = Object.keys(provider).find((field) => !PROVIDER_FIELDS.includes(field))
        if (unknown !== undefined) throw new Error(`Unknown field: ${unknown}.`)
      }
      return providers.map(({ name }) => name)
    },

    // Behind the end there is nothing. If that is an error, it has a detail: offsetBeyondEnd together with errorBody.
    async listFrom(offset) {
      const response = await get(`/v2/deployments?offset=${offset}`)
      const body = await response.json()
      if (response.ok) return body.resources
      return body.detail.length > 0 ? [] : undefined
    },
  }
}
