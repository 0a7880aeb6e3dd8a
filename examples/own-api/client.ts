// A client of the issue tracker: the code under test.

export interface Issue {
  readonly number: number
  readonly title: string
  readonly labels: readonly string[]
  readonly url: string
  readonly user: { readonly login: string }
}

/** A request that the issue tracker refused. */
export class IssuesError extends Error {
  constructor(readonly status: number) {
    super(`The issue tracker answered ${status}`)
  }
}

export function createClient(baseUrl: string, token = '') {
  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, { ...init, headers: { authorization: `Bearer ${token}` } })
    if (response.status === 503) return send(url, init)
    if (!response.ok) throw new IssuesError(response.status)
    return response
  }

  return {
    /** Lists the open issues of a repository, page by page. */
    async *list(repo: string): AsyncGenerator<Issue> {
      let next: string | undefined = `${baseUrl}/repos/${repo}/issues`
      while (next !== undefined) {
        const response: Response = await send(next)
        yield* (await response.json()) as Issue[]
        next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
    },
    async create(repo: string, issue: { title: string; labels?: readonly string[] }): Promise<Issue> {
      const response = await send(`${baseUrl}/repos/${repo}/issues`, { method: 'POST', body: JSON.stringify(issue) })
      return response.json()
    },
  }
}
