// The credentials that requests need.

/** Says which credentials every request needs. @returns undefined if it needs none */
export function describeCredentials(credentials: string | null): string | undefined {
  return credentials === null ? undefined : `Requests need ${credentials}.`
}
