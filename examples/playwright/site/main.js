const api = globalThis.API_URL ?? 'https://deployments.example.com'
const search = document.querySelector('input')
const list = document.querySelector('ul')
const status = document.querySelector('[role=status]')
const more = document.querySelector('button')

const PAGE_SIZE = 10
let offset = 0
let latest = new AbortController()

async function loadPage(signal) {
  const query = new URLSearchParams({ limit: PAGE_SIZE, offset, name_contains: search.value })
  const response = await fetch(`${api}/v2/deployments?${query}`, { signal })
  if (!response.ok) throw new Error(`the service answered ${response.status}`)
  return response.json()
}

function show({ resources, offset: next }) {
  for (const { name } of resources) list.append(Object.assign(document.createElement('li'), { textContent: name }))
  more.textContent = 'More'
  // A limit is only a maximum, so a page that is not full need not be the last one.
  more.hidden = resources.length === 0 || next <= offset
  offset = next
  status.textContent = `${list.children.length} shown`
}

function showFailure({ message }) {
  more.textContent = 'Try again'
  more.hidden = false
  status.textContent = `That did not work: ${message}.`
}

// A response to an earlier search must not end up in the list of a later one.
async function load() {
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  try {
    const page = await loadPage(signal)
    if (!signal.aborted) show(page)
  } catch (error) {
    if (!signal.aborted) showFailure(error)
  }
}

function start() {
  offset = 0
  list.replaceChildren()
  return load()
}

more.onclick = load
search.oninput = start
await start()
