export async function register() {
  if (process.env.NODE_ENV !== 'development' || process.env.NEXT_RUNTIME !== 'nodejs') return
  const { createSimulator } = await import('deploymock')
  const { serve } = await import('deploymock/server')
  await serve(createSimulator({ scenario: 'busy', clock: 'running' }), { port: 4010 })
}
