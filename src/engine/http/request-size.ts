const KIBIBYTE = 1024

/** What is read of a request, whatever adapter receives it: bytes of the target with the headers, and of the body. */
export const MOST_READ = { head: 64 * KIBIBYTE, headers: 1000, body: 10 * KIBIBYTE * KIBIBYTE } as const

/** Why a request with a longer target, with more or with longer headers is refused. */
export const HEAD_TOO_LARGE = { status: 431, detail: 'Request header fields too large' } as const
