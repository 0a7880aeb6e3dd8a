import type { DetailedEntry, RemoteSimulator } from '../../../src/entries/client/index.ts'

/** Sends a request to the service of a session, and reads what the request log knows about it. */
export async function readTested(
  session: RemoteSimulator,
  path: string,
  init: RequestInit = {},
): Promise<DetailedEntry> {
  await fetch(`${session.url}${path}`, { ...init, signal: AbortSignal.timeout(2000) })
    .then((response) => response.text())
    .catch(() => undefined)
  const [last] = (await session.requests.list()).toReversed()
  const entry = await session.requests.get(last?.id ?? 0)
  if (entry === undefined) throw new Error('The request is not in the request log.')
  return entry
}
