/** Fills a list with the names of the deployments, or with what went wrong. */
export async function showDeployments(list) {
  const response = await fetch('https://api.example.com/v2/deployments')
  const { resources = [] } = await response.json()
  const texts = response.ok ? resources.map(({ name }) => name) : [`The service answered ${response.status}.`]
  list.replaceChildren(...texts.map((textContent) => Object.assign(document.createElement('li'), { textContent })))
}
