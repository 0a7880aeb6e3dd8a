const { API_URL: api = 'https://issues.example.com', REPO: repo = 'acme/shop' } = globalThis
const list = document.querySelector('ul')
const status = document.querySelector('[role=status]')
const more = document.querySelector('button')

let next = `${api}/repos/${repo}/issues?per_page=20`

async function load() {
  const response = await fetch(next)
  if (!response.ok) return fail(response.status)
  for (const { title, user } of await response.json()) {
    list.append(Object.assign(document.createElement('li'), { textContent: `${title} (${user.login})` }))
  }
  next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  more.textContent = 'More'
  more.hidden = next === undefined
  status.textContent = `${list.children.length} shown`
}

function fail(code) {
  more.textContent = 'Try again'
  status.textContent = `That did not work: the issue tracker answered ${code}.`
}

more.onclick = load
await load()
