// What the text in a field is, which decides what replaces it in a recording of a real service.

/** A kind of text. */
export type PlainKind =
  /** An id, whose form stays. */
  | 'id'
  /** Words: a name, the account of a code host, a branch, a path, the name of an image or of a variable. */
  | 'name'
  | 'owner'
  | 'branch'
  | 'path'
  | 'image'
  | 'variable'
  /** Its scheme stays. */
  | 'url'
  | 'email'
  /** A version that consists of short numbers stays. */
  | 'version'
  | 'digest'
  /** Random text of the same form: the values of the environment, commands, secrets, and what no field declares. */
  | 'environment'
  | 'command'
  | 'secret'
  | 'opaque'
  /** A time at which something happened, and one at which something ends. All are moved alike. */
  | 'time'
  | 'deadline'

/** Words that say nothing about a service, because the contract or a standard has them. They stay. */
export interface ContractKind {
  readonly words: readonly string[]
  /** The form of further words that stay. */
  readonly form?: RegExp
  /** What replaces any other text. Default: opaque. */
  readonly otherwise?: PlainKind
}

export type TextKind = PlainKind | ContractKind

/** The kind of a field, of all items of a list, or of each field of an object. `freeForm` is any JSON. */
export type FieldKind = TextKind | 'freeForm' | { readonly [name: string]: FieldKind }

// Numbers and flags need no kind: they stay.
type DeclaredName<Value> = {
  [Name in keyof Value]-?: [NonNullable<Value[Name]>] extends [number | boolean] ? never : Name
}[keyof Value]

/** The kinds of all fields that can contain text. A field without one is a type error. */
export type KindsOf<Value> = { readonly [Name in DeclaredName<Value>]: KindFor<NonNullable<Value[Name]>> }

type KindFor<Value> = [Value] extends [string]
  ? TextKind
  : [Value] extends [readonly (infer Item)[]]
    ? KindFor<NonNullable<Item>>
    : string extends keyof Value
      ? 'freeForm'
      : KindsOf<Value>
