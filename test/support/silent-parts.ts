/** The paths of all descriptions and summaries in a document that say nothing. */
export function listSilentParts(document: unknown, path = ''): string[] {
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document).flatMap(([key, value]) => {
    const isText = (key === 'description' || key === 'summary') && typeof value === 'string'
    if (isText) return /\w{2}/.test(value) ? [] : [`${path}/${key}`]
    return listSilentParts(value, `${path}/${key}`)
  })
}
