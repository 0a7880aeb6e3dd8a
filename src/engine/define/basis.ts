/** Where something is known from: `documented: by what`, `seen: by whom`, or `guessed`. */
export type Basis = `documented${string}` | `seen${string}` | 'guessed'

/**
 * Where most parts of an operation or of a schema are known from, and others by their names: a field at any depth, a
 * named schema, `id` in the path, `?limit` in the query, the status `201`, and `path` for the method and the path.
 */
export interface BasisOfParts {
  readonly of?: Basis
  readonly except?: { readonly [Other in Basis]?: readonly string[] }
}

/** Returns where a part is known from; undefined if nobody says so. */
export function basisOf(basis: BasisOfParts | undefined, part: string): Basis | undefined {
  return findException(basis, part) ?? basis?.of
}

/** Returns where a part is known from, if not from where most are. */
export function findException({ except = {} }: BasisOfParts = {}, part: string): Basis | undefined {
  return (Object.keys(except) as Basis[]).find((other) => except[other]?.includes(part))
}
