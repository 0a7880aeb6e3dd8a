import { decode } from '../../../engine/input/text/decode.ts'
import { createClient } from '../../../entries/client/remote/create-client.ts'
import type { Simulator } from './api.ts'
import type { KeptTexts } from './storage.ts'

/** The connection of the page to its session. */
export type Connection = ReturnType<typeof connectPage>

const MAIN_SESSION = 'default'

/** Reads where a server is mounted, and the session, from the path of the page: `/mount/_s/alice/_simulator/`. */
export function parseConsolePath(path: string): { mount: string; session: string | undefined } {
  const [, base = ''] = /^(.*?)\/_simulator(?:\/|$)/s.exec(path) ?? []
  const [, mount, session] = /^(.*?)\/_s\/([^/]+)$/s.exec(base) ?? []
  if (mount === undefined || session === undefined) return { mount: base, session: undefined }
  return { mount, session: decode(session) }
}

/** Connects to the session of a page. Takes the token out of the fragment. */
export function connectPage(page: Window, kept: KeptTexts) {
  const { mount, session } = parseConsolePath(page.location.pathname)
  const serverUrl = page.location.origin + mount
  const name = `token:${mount}`
  const newToken = takeToken(page)
  if (newToken !== undefined) kept.write(name, newToken)
  const storedToken = kept.read(name)
  // A header cannot carry every character, and a text that was pasted can contain invisible ones.
  const token = storedToken !== undefined && /^[ -~\xa0-\xff]*$/.test(storedToken) ? storedToken : undefined
  const options = {
    fetch: page.fetch.bind(page),
    ...(token !== undefined && { token }),
    ...(session !== undefined && { session }),
  }
  // The server says later what it has. The console asks only for that, so nothing need be checked.
  const simulator = createClient(serverUrl, options, undefined, null) as unknown as Simulator

  const pathOf = (each: string) => (each === MAIN_SESSION ? '' : `/_s/${encodeURIComponent(each)}`)
  return {
    simulator,
    session: session ?? MAIN_SESSION,
    /** The URL of the session's service, for the client under test. */
    serviceUrl: simulator.url,
    /** The URL of the server, without a session. */
    serverUrl,
    /** Whether the page has a token, right or wrong. */
    hasToken: storedToken !== undefined,
    consoleOf: (each: string) => `${serverUrl}${pathOf(each)}/_simulator/`,
    /** Returns the client for a session. The server's own console shows the requests of all sessions. */
    simulatorOf: (each: string) => (each === (session ?? MAIN_SESSION) ? simulator : simulator.session(each)),
    /** Uses a token from now on. The page is loaded again with it. */
    useToken(next: string) {
      kept.write(name, next)
      page.location.reload()
    },
  }
}

/** Takes the token out of the fragment: `#token=secret`, or `#token=secret&/requests` with a route. */
function takeToken({ location, history }: Window): string | undefined {
  const [, token, route = ''] = /^#token=([^&]+)(?:&(.*))?$/s.exec(location.hash) ?? []
  if (token === undefined) return undefined
  history.replaceState(null, '', `${location.pathname}${location.search}${route === '' ? '' : `#${route}`}`)
  // Somebody may have written it there without encoding it.
  return decode(token)
}
