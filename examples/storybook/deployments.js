/** Shows the names of the first deployments, or why there are none. */
export function renderDeployments() {
  const list = document.createElement('ul')
  list.textContent = 'Loading'
  fetchNames()
    .catch((error) => [error.message])
    .then((texts) => {
      const items = texts.map((text) => Object.assign(document.createElement('li'), { textContent: text }))
      list.replaceChildren(...items)
    })
  return list
}

async function fetchNames() {
  const response = await fetch('https://api.example.com/v2/deployments?limit=3')
  if (!response.ok) return [`The service answered ${response.status}.`]
  const { resources } = await response.json()
  return resources.length === 0 ? ['There is nothing yet.'] : resources.map(({ name }) => name)
}
