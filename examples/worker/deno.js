// Needs no permission: deno run deno.js
import worker from './worker.js'

const response = await worker.fetch(new Request('https://preview.example.com/v2/deployments?limit=2'))
const { resources } = await response.json()
if (resources.length !== 2) throw new Error(`Failed to list two deployments: ${resources.length} came.`)
