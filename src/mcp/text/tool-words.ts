// The errors of the control API in the words of tools.

/** Rewrites the message of an error that names a body, a query or a path, none of which an agent has written. */
export function toToolWords(tool: string, message: string): string {
  return message
    .replace(/^Failed to read the (?:body|query):/, `Failed to call ${tool}:`)
    .replace(/\bGET \/_simulator\/records\/\w+ lists/, 'see_records lists')
    .replace('List the requests to see which are.', 'list_requests lists those that are.')
}
