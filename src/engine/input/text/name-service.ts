/** Names a service in a sentence: `the Petstore API`, but `Petstore`. */
export function nameService(title: string): string {
  return /^(?!the ).*\b(?:api|backend|platform|server|service|system)$/i.test(title) ? `the ${title}` : title
}
