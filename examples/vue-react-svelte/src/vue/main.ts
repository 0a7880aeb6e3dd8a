import { createApp } from 'vue'
import { startService } from '../start.ts'
import App from './app.vue'

await startService()
createApp(App).mount('#app')
