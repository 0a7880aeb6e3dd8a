import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../../src/playwright/index.ts'

/** An app. Its server renders the first deployment, and its page fetches the next one. */
const createApp = (api: string) =>
  createServer(async (request, response) => {
    const session = String(request.headers['x-simulator-session'])
    const answer = await fetch(`${api}/v2/deployments?limit=1`, { headers: { 'x-simulator-session': session } })
    const { resources, offset } = await answer.json()
    response.setHeader('content-type', 'text/html')
    response.end(`<h1>${resources[0].name}</h1><button>Next</button><script>
      document.querySelector('button').onclick = async () => {
        const answer = await fetch('${api}/v2/deployments?limit=1&offset=${offset}')
        document.querySelector('h1').textContent = (await answer.json()).resources[0].name
      }
    </script>`)
  })

test('the server and the page use the session of the test', async ({ page, simulator, simulatorServer }) => {
  const app = createApp(simulatorServer.url).listen(0)
  await once(app, 'listening')
  simulator.db.deployments.create({ name: 'older' })
  simulator.db.deployments.create({ name: 'newer' })

  await page.setExtraHTTPHeaders({ 'x-simulator-session': simulator.name })
  await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}`)
  await expect(page.getByRole('heading')).toHaveText('newer')
  await page.getByRole('button').click()
  await expect(page.getByRole('heading')).toHaveText('older')
  app.close()
})
