import axios from 'axios'

/** Shows the names of all deployments, or why they cannot be shown. */
export async function showDeployments(element, { baseURL, timeout = 5000 }) {
  const items = await listNames({ baseURL, timeout }).catch((error) => [describe(error)])
  element.replaceChildren(...items.map((text) => Object.assign(document.createElement('li'), { textContent: text })))
}

async function listNames(options) {
  const { data } = await axios.get('/v2/deployments', { ...options, params: { limit: 100 } })
  return data.resources.map(({ name }) => name)
}

function describe({ code, response }) {
  if (code === 'ECONNABORTED') return 'The service takes too long.'
  if (response === undefined) return 'The connection broke.'
  return `The service answered ${response.status}.`
}
