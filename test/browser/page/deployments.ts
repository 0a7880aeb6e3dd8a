export interface Wanted {
  name_contains: string
  status: string
  offset: number
}

export interface Page {
  resources: { id: string; name: string }[]
  offset: number
}

export const PAGE_SIZE = 3

/** Requests a page of deployments. @throws an error with a message for the user of the page */
export async function listDeployments(api: string, wanted: Wanted): Promise<Page> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), offset: String(wanted.offset) })
  if (wanted.name_contains !== '') query.set('name_contains', wanted.name_contains)
  if (wanted.status !== '') query.set('status', wanted.status)
  const response = await fetch(`${api}/v2/deployments?${query}`).catch(() => {
    throw new Error('The service cannot be reached.')
  })
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  return response.json().catch(() => {
    throw new Error('The service returned something that is not a list.')
  })
}
