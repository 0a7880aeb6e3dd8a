const KIBIBYTE = 1024

/** What a server reads of a request, whatever the assumptions are: bytes of the request line with the headers, and of the body. */
export const MOST_READ = { head: 64 * KIBIBYTE, body: 10 * KIBIBYTE * KIBIBYTE } as const
