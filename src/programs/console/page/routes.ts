import { decode } from '../../../engine/input/text/decode.ts'
import { signal } from '../store/signal.ts'

/** What a fragment such as `#/requests/412?status=5xx` says: a view, what is open in it, and how it is filtered. */
export interface PageRoute {
  readonly view: string
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

/** A route to go to. Fields of the query that are undefined or empty are left out. */
export interface RouteTarget {
  view: string
  path?: readonly string[]
  query?: Readonly<Record<string, string | undefined>>
}

export type PageRouter = ReturnType<typeof createPageRouter>

const HOME = 'world'

/** Parses the fragment of a URL. An empty one is the home view. */
export function parseRoute(fragment: string): PageRoute {
  const [path = '', query = ''] = fragment.replace(/^#?\/?/, '').split(/\?(.*)/s)
  const [view = '', ...rest] = path.split('/').filter((part) => part !== '')
  return {
    view: decode(view) || HOME,
    path: rest.map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

export function buildHref({ view, path = [], query = {} }: RouteTarget): string {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]))
  const search = new URLSearchParams(fields).toString()
  return `#/${[view, ...path].map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
}

interface NavigateOptions {
  readonly replace?: boolean
}

export function createPageRouter(page: Window) {
  const route = signal(parseRoute(page.location.hash))
  const read = () => {
    route.value = parseRoute(page.location.hash)
  }
  page.addEventListener('hashchange', read)
  page.addEventListener('popstate', read)

  /** Goes to a route. By default it adds an entry to the history. Use `replace` while somebody types. */
  const navigate = (target: RouteTarget, { replace = false }: NavigateOptions = {}) => {
    const href = buildHref(target)
    if (href === page.location.hash) return
    if (replace) page.history.replaceState(null, '', href)
    else page.history.pushState(null, '', href)
    read()
  }
  return {
    route,
    navigate,
    /** Changes fields of the query of the current route, in place. */
    setQuery(changes: RouteTarget['query']) {
      const { view, path, query } = route.peek()
      navigate({ view, path, query: { ...query, ...changes } }, { replace: true })
    },
  }
}
