import type { Deployment, DeploymentPage } from 'deploymock'

export type Filters = Partial<Record<'name_contains' | 'status', string>>

const PAGE_SIZE = 25

/** Lists all deployments that match the filters, page by page. */
export async function listDeployments(baseUrl: string, filters: Filters = {}): Promise<Deployment[]> {
  const deployments: Deployment[] = []
  for (let offset = 0; ; ) {
    const query = new URLSearchParams({ ...filters, limit: String(PAGE_SIZE), offset: String(offset) })
    const response = await fetch(`${baseUrl}/v2/deployments?${query}`)
    if (!response.ok) throw new Error(`The service answered ${response.status}.`)
    const page = (await response.json()) as DeploymentPage
    deployments.push(...page.resources)
    // A limit is only a maximum, so a page that is not full need not be the last one.
    if (page.resources.length === 0 || page.offset <= offset) return deployments
    offset = page.offset
  }
}
