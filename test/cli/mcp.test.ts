import { expect, test } from 'vitest'
import { loadSdk } from '../../src/entries/mcp/sdk.ts'
import { runCli } from '../support/run-cli.ts'

test.for([
  [['mcp', '--session', 'alice'], /^Failed to serve MCP: --session is set, but --url is not\. Add --url\.$/],
  [['mcp', '--token', 'x'], /--token is set, but --url is not/],
  [
    ['mcp', '--url', 'http://localhost:1', '--scenario', 'busy'],
    /'--url <url>' cannot be used with option '--scenario/,
  ],
  [['mcp'], /^Failed to serve MCP: there is no program to talk to\./],
] as const)('%j is wrong', async ([args, expected]) => {
  const { exit, out, err } = runCli(...args)
  expect([await exit, out, err]).toEqual([2, [], [expect.stringMatching(expected)]])
})

test('says what to install if the SDK is missing', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadSdk(() => Promise.reject(missing))).rejects.toThrow(
    'Failed to serve MCP: @modelcontextprotocol/server is not installed. Run: npm install @modelcontextprotocol/server',
  )
})
