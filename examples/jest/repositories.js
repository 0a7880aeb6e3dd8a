/** Returns the URLs of the repositories of an integration, or an empty list if it is unknown. */
export async function listRepositoryUrls(baseUrl, integrationId) {
  const response = await fetch(`${baseUrl}/v1/integrations/github/${encodeURIComponent(integrationId)}/repos`)
  if (response.status === 404) return []
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  return (await response.json()).map(({ url }) => url)
}
