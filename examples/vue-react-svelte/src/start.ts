export const baseUrl = 'https://api.example.com'

export async function startService() {
  if (!import.meta.env.DEV) return
  const { startSimulator } = await import('deploymock/browser')
  await startSimulator({ baseUrl, scenario: 'busy', keep: 'reload' })
}
