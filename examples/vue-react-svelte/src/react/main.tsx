import { createRoot } from 'react-dom/client'
import { startService } from '../start.ts'
import { App } from './app.tsx'

await startService()
createRoot(document.querySelector('#app') as Element).render(<App />)
