import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'

/** Stands in for the accounts service. */
export const accounts = setupWorker(
  http.get('https://accounts.example.com/me', () => HttpResponse.json({ name: 'Ada' })),
)
