const LIMIT = 25
const MOST_PAGES = 50
// What an offset past the last record may get instead of an empty page.
const BEHIND_END = [400, 404, 422]

/** A client that relies on nothing but the contract. */
export function createClient(baseUrl, credentials = {}) {
  const get = (path) => fetch(`${baseUrl}${path}`, { headers: credentials })

  async function list(query) {
    const response = await get(`/v2/deployments?${new URLSearchParams(query)}`)
    if (query.offset > 0 && BEHIND_END.includes(response.status)) return { resources: [] }
    if (!response.ok) throw new Error(`The service responded with ${response.status}.`)
    return response.json()
  }

  // Counts the records itself. A limit is only a maximum, so a page that is not full need not be the last one.
  async function listAll(query = {}) {
    const all = []
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const { resources } = await list({ ...query, limit: LIMIT, offset: all.length })
      all.push(...resources)
      if (resources.length === 0) return all
    }
    throw new Error('The list has no end.')
  }

  return {
    list,

    // Sorts the deployments itself.
    async findNewest() {
      const newest = (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at)
      const [first] = (await listAll()).sort(newest)
      return first?.name
    },

    async countAll() {
      const all = await listAll()
      return all.length
    },

    // A field without a value may be null or absent.
    async listVersions() {
      const all = await listAll()
      return all.map(({ image_version }) => image_version?.trim() ?? 'none')
    },

    // Uses the names of secrets only. A filter by name may match other names, too.
    async hasSecret(deployment, secret) {
      const found = (await listAll({ name_contains: deployment })).find(({ name }) => name === deployment)
      return found?.secrets.some(({ name }) => name === secret) ?? false
    },

    // Takes the fields that it needs.
    async listProviders() {
      const providers = await (await get('/v2/auth/providers')).json()
      return providers.map(({ name }) => name)
    },

    // Behind the end there is nothing, in whatever form the service says so.
    async listFrom(offset) {
      const response = await get(`/v2/deployments?offset=${offset}`)
      return response.ok ? (await response.json()).resources : []
    },
  }
}
