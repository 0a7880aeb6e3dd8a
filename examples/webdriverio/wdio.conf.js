import { existsSync } from 'node:fs'
import { createSimulator } from 'deploymock'
import { serve } from 'deploymock/server'
import { serveSite } from './site.js'

const find = (...paths) => paths.find((path) => path && existsSync(path))
const { CHROMIUM_PATH, CHROMEDRIVER_PATH } = process.env
let server
let site

export const config = {
  baseUrl: 'http://127.0.0.1:4177',
  specs: ['specs/*.js'],
  framework: 'mocha',
  reporters: ['spec'],
  logLevel: 'error',
  capabilities: [
    {
      browserName: 'chrome',
      'goog:chromeOptions': {
        args: ['headless', 'no-sandbox'],
        binary: find(CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'),
      },
      // Without a path, WebdriverIO downloads one.
      'wdio:chromedriverOptions': { binary: find(CHROMEDRIVER_PATH, '/usr/bin/chromedriver') },
    },
  ],
  onPrepare: async () => {
    server = await serve(createSimulator({ clock: 'running' }), { port: 4010 })
    site = serveSite(4177)
  },
  onComplete: async () => {
    site.close()
    await server.close()
  },
}
