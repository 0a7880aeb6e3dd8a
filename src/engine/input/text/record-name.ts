// What people call a thing, the most usual first.
const NAMES = ['name', 'title', 'label', 'subject', 'login', 'username', 'email', 'slug']

/** Finds the field that names the records with some fields. */
export function findNameField(fields: readonly string[]): string | undefined {
  return NAMES.find((each) => fields.includes(each))
}

/** Names a record as people do, or by its id. */
export function nameRecord(record: Readonly<Record<string, unknown>>): string {
  const named = NAMES.map((field) => record[field]).find((each) => typeof each === 'string' && each !== '')
  return String(named ?? record.id)
}
