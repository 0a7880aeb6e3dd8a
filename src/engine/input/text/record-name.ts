// What people call a thing, the most usual first.
const NAMES = ['name', 'title', 'label', 'subject', 'login', 'username', 'email', 'slug']

/** Finds the field that names the records with some fields. */
export function findNameField(fields: readonly string[]): string | undefined {
  return NAMES.find((each) => fields.includes(each))
}

/** Finds the name of a record. */
export function findName(record: Readonly<Record<string, unknown>>): string | undefined {
  const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''
  return NAMES.map((field) => record[field]).find(isName)
}

/** Names a record as people do, or by its id. */
export function nameRecord(record: Readonly<Record<string, unknown>>): string {
  return findName(record) ?? String(record.id)
}
