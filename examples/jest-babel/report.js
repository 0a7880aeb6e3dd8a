/** Tells a chat which deployments wait for their database. Sends no message if there are none. */
export async function reportWaiting(baseUrl, chatUrl) {
  const response = await fetch(`${baseUrl}/v2/deployments?status=AWAITING_DATABASE&limit=100`)
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  const { resources } = await response.json()
  if (resources.length === 0) return
  const text = `Waiting for a database: ${resources.map(({ name }) => name).join(', ')}`
  await fetch(chatUrl, { method: 'POST', body: JSON.stringify({ text }) })
}
