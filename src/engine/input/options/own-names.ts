/**
 * The names of the scenarios and statuses of your project. It has none until you declare some, which the editor
 * then offers wherever a scenario or a status can be named.
 *
 * @example
 * declare module 'deploymock' {
 *   interface OwnNames {
 *     scenarios: 'winter-sale' | 'payday'
 *     statuses: 'HIBERNATED'
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: a project adds the properties.
export interface OwnNames {}

/** A known name, one of your project, or any other. `string & {}` keeps the names in an editor's completion. */
export type NameIn<Kind extends string, Known extends string> =
  | Known
  | (OwnNames extends Readonly<Record<Kind, infer Own extends string>> ? Own : never)
  | (string & {})
