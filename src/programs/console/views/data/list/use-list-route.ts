import { useConsole } from '../../../page/console.ts'
import type { PageRoute, RouteTarget } from '../../../page/routes.ts'
import type { ResourceDescription } from '../../../store/api.ts'
import { listPageSizes, writeFilter } from './list-request.ts'

/** The route of a list. */
export type ListRoute = ReturnType<typeof useListRoute>

/** Returns the route of the list of a resource. */
export function useListRoute(resource: ResourceDescription) {
  const { router } = useConsole()
  const { path, query } = router.route.value
  const { new: _new, ...rest } = query
  const { limit } = query
  const list = [resource.name]
  const offset = /^\d{1,9}$/.test(query.offset ?? '') ? Number(query.offset) : 0
  const go = (changed: RouteTarget['query'] = {}, id?: string) =>
    router.navigate({ view: 'data', path: id === undefined ? list : [resource.name, id], query: changed })
  const stay = path[1]
  return {
    offset,
    /** Filters the list anew, from its first page. */
    filter(text: string) {
      const filtered = { limit, ...writeFilter(resource, text) }
      router.navigate({ view: 'data', path: path.slice(0, 2), query: filtered }, { replace: true })
    },
    /** Leaves a parameter out of the filter; without a name, all of them. */
    drop(parameter?: string) {
      const { offset: _offset, ...fields } = rest
      // The size of the pages stays, unless it can be what the service rejects.
      const sizes = listPageSizes(resource).map(String)
      if (parameter === undefined) go({ limit: sizes.find((each) => each === limit) }, stay)
      else go({ ...fields, ...dropField(resource, fields, parameter) }, stay)
    },
    goTo: (next: number) => go({ ...rest, offset: next ? String(next) : undefined }, stay),
    resize: (limit: number) => go({ ...rest, offset: undefined, limit: String(limit) }, stay),
    open: (id: string) => go(rest, id),
    close: () => go(rest),
    create: () => go({ ...rest, new: 'yes' }),
  }
}

// A parameter may be a field of the route, or part of its text.
function dropField(resource: ResourceDescription, query: PageRoute['query'], parameter: string): RouteTarget['query'] {
  if (query[parameter] !== undefined) return { [parameter]: undefined }
  const { q = '' } = query
  const rest = q.replace(new RegExp(`(^|\\s)${parameter}=("[^"]*"|\\S*)`), ' ').trim()
  return rest === q ? { q: undefined } : writeFilter(resource, rest)
}
