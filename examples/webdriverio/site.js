import { createServer } from 'node:http'

const PAGE = `<!doctype html><ul></ul><script type="module">
  const api = new URLSearchParams(location.search).get('api')
  const { resources } = await (await fetch(api + '/v2/deployments')).json()
  const items = resources.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name }))
  document.querySelector('ul').replaceChildren(...items)
</script>`

/** Stands in for the development server of a front end. */
export function serveSite(port) {
  return createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE)).listen(port)
}
