import { provideHttpClient } from '@angular/common/http'
import { bootstrapApplication } from '@angular/platform-browser'
import { BASE_URL, Deployments } from './deployments'

declare const ngDevMode: unknown

const baseUrl = 'https://api.example.com'
if (ngDevMode) {
  const { startSimulator } = await import('deploymock/browser')
  await startSimulator({ baseUrl, scenario: 'busy', keep: 'reload' })
}

bootstrapApplication(Deployments, {
  providers: [provideHttpClient(), { provide: BASE_URL, useValue: baseUrl }],
})
