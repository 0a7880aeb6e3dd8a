import { mount } from 'svelte'
import { startService } from '../start.ts'
import App from './app.svelte'

await startService()
mount(App, { target: document.querySelector('#app') as Element })
