import type { Deployment, DeploymentPage } from 'deploymock'

export interface ClientOptions {
  baseUrl: string
  /** Waits for a number of milliseconds. */
  wait?: (milliseconds: number) => Promise<void>
}

export type Filters = Partial<Record<'name_contains' | 'status', string>>

/** The service rejected every attempt. */
export class ServiceError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The service answered ${status}.`)
    this.status = status
  }
}

const PAGE_SIZE = 25
const MOST_ATTEMPTS = 4
const TEMPORARY: readonly number[] = [429, 503]

/** A client of the Deployment Management Service. */
export class DeploymentsClient {
  readonly #baseUrl: string
  readonly #wait: (milliseconds: number) => Promise<void>

  constructor({ baseUrl, wait = sleep }: ClientOptions) {
    this.#baseUrl = baseUrl
    this.#wait = wait
  }

  /** Lists all matching deployments, page by page. */
  async *list(filters: Filters = {}): AsyncGenerator<Deployment> {
    for (let offset = 0; ; ) {
      const query = new URLSearchParams({ ...filters, limit: String(PAGE_SIZE), offset: String(offset) })
      const page = (await this.#get(`/v2/deployments?${query}`)) as DeploymentPage
      yield* page.resources
      // A limit is only a maximum, so a page that is not full need not be the last one.
      if (page.resources.length === 0 || page.offset <= offset) return
      offset = page.offset
    }
  }

  async #get(target: string): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(this.#baseUrl + target)
      if (response.ok) return response.json()
      if (!TEMPORARY.includes(response.status) || attempt === MOST_ATTEMPTS) throw new ServiceError(response.status)
      const seconds = Number(response.headers.get('retry-after') ?? attempt)
      await this.#wait(seconds * 1000)
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
