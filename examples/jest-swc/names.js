/** Lists the names of the deployments with a status. */
export async function listNames(baseUrl, status) {
  const response = await fetch(`${baseUrl}/v2/deployments?limit=100&status=${status}`)
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  const { resources } = await response.json()
  return resources.map(({ name }) => name)
}
