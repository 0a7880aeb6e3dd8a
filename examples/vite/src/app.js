// Not inlined into the script, so that the page has to load it.
import logo from './logo.svg?no-inline'

export async function showApp() {
  document.body.prepend(Object.assign(new Image(), { src: logo, alt: 'Logo' }))
  const [{ name }, { resources }] = await Promise.all([
    requestJson('https://accounts.example.com/me'),
    requestJson('/v2/deployments'),
  ])
  document.querySelector('[role=status]').textContent = `${resources.length} deployments for ${name}`
  const items = resources.map((each) => Object.assign(document.createElement('li'), { textContent: each.name }))
  document.querySelector('ul').replaceChildren(...items)
}

async function requestJson(url) {
  const response = await fetch(url)
  return response.json()
}
