import { ownText } from '../engine/limits/own-text.ts'

/** Returns the path and the query of a request, as the client encoded them. A fragment is left out. */
export function readTarget({ url = '' }: { url?: string | undefined }): { path: string; query: string } {
  const fragment = url.indexOf('#')
  const target = fragment < 0 ? url : url.slice(0, fragment)
  const end = target.indexOf('?')
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end + 1) }
}

/**
 * Returns what the service handles of a target: its path and its query. A client of a proxy sends an absolute URL, and
 * a fragment is for clients only. Neither may stay in memory with what is kept.
 */
export function toOriginForm(target: string): string {
  const path = ownText(target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, ''))
  return path === '' || path.startsWith('?') ? `/${path}` : path
}
