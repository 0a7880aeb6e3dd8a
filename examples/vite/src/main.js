if (import.meta.env.DEV) {
  const { accounts } = await import('./accounts.js')
  await accounts.start({ onUnhandledRequest: 'bypass' })
  const { startSimulator } = await import('deploymock/browser')
  globalThis.simulator = await startSimulator({ baseUrl: location.origin, deployments: 3 })
}

// Loaded after the service worker has started.
const { showApp } = await import('./app.js')
await showApp()
