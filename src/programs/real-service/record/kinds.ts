// The kinds of text that a recording can keep.

import type { ContractKind, FieldKind, PlainKind, TextKind } from '../../../service/resources/text-kinds.ts'

/** What `--keep` can name, with the kinds that then stay. Secrets and environments are always replaced. */
export const keepable = {
  names: ['name', 'owner', 'variable'],
  branches: ['branch'],
  urls: ['url'],
  emails: ['email'],
  images: ['image'],
  paths: ['path'],
  commands: ['command'],
  digests: ['digest'],
  ids: ['id'],
  times: ['time', 'deadline'],
} as const satisfies Record<string, readonly PlainKind[]>

/** What can be kept. */
export type Keepable = keyof typeof keepable

/** Returns the kind of a text that does not stay: of one that is none of a contract's words. */
export function plainKindOf(kind: TextKind): PlainKind {
  return typeof kind === 'string' ? kind : (kind.otherwise ?? 'opaque')
}

/** Whether a kind is that of a contract's words. */
export function isContract(kind: FieldKind | undefined): kind is ContractKind {
  return typeof kind === 'object' && Array.isArray(kind.words)
}
