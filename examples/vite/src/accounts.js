import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'

/** Stands for the service of accounts. */
export const accounts = setupWorker(
  http.get('https://accounts.example.com/me', () => HttpResponse.json({ name: 'Ada' })),
)
