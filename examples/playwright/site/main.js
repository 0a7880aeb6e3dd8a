const api = globalThis.API_URL ?? 'https://deployments.example.com'
const search = document.querySelector('input')
const list = document.querySelector('ul')
const status = document.querySelector('[role=status]')
const more = document.querySelector('button')

const PAGE_SIZE = 10
let offset = 0

async function loadPage() {
  const query = new URLSearchParams({ limit: PAGE_SIZE, offset, name_contains: search.value })
  const response = await fetch(`${api}/v2/deployments?${query}`)
  if (!response.ok) throw new Error(`the service answered ${response.status}`)
  return response.json()
}

function show({ resources, offset: next }) {
  for (const { name } of resources) list.append(Object.assign(document.createElement('li'), { textContent: name }))
  offset = next
  more.textContent = 'More'
  more.hidden = resources.length < PAGE_SIZE
  status.textContent = `${list.children.length} shown`
}

function showFailure({ message }) {
  more.textContent = 'Try again'
  more.hidden = false
  status.textContent = `That did not work: ${message}.`
}

const load = () => loadPage().then(show, showFailure)

function start() {
  offset = 0
  list.replaceChildren()
  return load()
}

more.onclick = load
search.oninput = start
await start()
