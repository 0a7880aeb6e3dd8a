import { expect, test } from 'vitest'
import { type CommandOptions, ProbeInterruption, runCommand } from '../../src/programs/probe/run/command.ts'

/** Runs a script of Node. */
function runScript(script: string, options: Partial<CommandOptions> = {}) {
  const signal = new AbortController().signal
  return runCommand([process.execPath, '-e', script], { env: process.env, signal, ...options })
}

/** Resolves when nothing listens on a port any more. The test times out otherwise. */
async function waitForEnd(port: number): Promise<void> {
  const connect = () => fetch(`http://127.0.0.1:${port}`).then(() => true)
  while (await connect().catch(() => false));
}

test('a command passes with exit code 0, and fails with any other', async () => {
  const [passed, failed] = await Promise.all([runScript('process.exit(0)'), runScript('process.exit(3)')])
  expect([passed.outcome, passed.end]).toEqual(['passed', 'exit code 0'])
  expect([failed.outcome, failed.end]).toEqual(['failed', 'exit code 3'])
})

test('a command is killed by a signal, which a shell reports as an exit code', async () => {
  const [killed, reported] = await Promise.all([
    runScript('process.kill(process.pid, "SIGKILL")'),
    runScript('process.exit(137)'),
  ])
  expect([killed.outcome, killed.end]).toEqual(['killed', 'signal SIGKILL'])
  expect(reported.outcome).toBe('killed')
})

test('a command has no terminal to wait for', async () => {
  const { output } = await runScript('process.stdin.on("end", () => console.log("end")).resume()')
  expect(output).toBe('end\n')
})

test('a command is ended when its time is up, even if it ignores SIGTERM', async () => {
  const script = 'process.on("SIGTERM", () => console.log("no")); console.log("started"); setInterval(() => {}, 1e6)'
  const { outcome, end } = await runScript(script, { timeout: 500 })
  expect([outcome, end]).toEqual(['timed out', 'ended after 0.5 s'])
})

test('a command ends together with everything that it has started', async () => {
  const server =
    'const s = require("http").createServer((_, r) => r.end()).listen(0, () => console.log(s.address().port))'
  const script = `
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(server)}], { stdio: ['ignore', 'pipe', 'inherit'] })
      child.stdout.on('data', (port) => process.stdout.write(port, () => process.exit()))`
  const { outcome, output } = await runScript(script)
  expect([outcome, output]).toEqual(['passed', expect.stringMatching(/^\d+\n$/)])
  await waitForEnd(Number(output))
})

test('a command does not wait for a daemon that keeps its output open', async () => {
  const script = `
      const options = { stdio: 'inherit', detached: true }
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], options)
      console.log(child.pid)
      child.unref()`
  const { outcome, output } = await runScript(script)
  process.kill(Number(output))
  expect(outcome).toBe('passed')
})

test('a command keeps the start and the end of megabytes of output', async () => {
  const script =
    'console.log("start"); for (let i = 0; i < 1000; i++) console.log("x".repeat(9999)); console.log("end")'
  const { output } = await runScript(script)
  expect([output.startsWith('start\n'), output.endsWith('x\nend\n'), output.length < 1_200_000]).toEqual([
    true,
    true,
    true,
  ])
  expect(output).toMatch(/\n\[[\d,]+ bytes left out\]\n/)
})

test('a command is ended when it is interrupted', async () => {
  const abort = new AbortController()
  const run = runScript('setInterval(() => {}, 1e6)', { signal: abort.signal })
  abort.abort()
  await expect(run).rejects.toThrow(ProbeInterruption)
  await expect(runScript('', { signal: abort.signal })).rejects.toThrow(ProbeInterruption)
})

test('a command that does not exist is reported', async () => {
  const options = { env: process.env, signal: new AbortController().signal }
  await expect(runCommand(['no-such-command', 'x'], options)).rejects.toThrow(
    'Failed to run "no-such-command": command not found. Write a command of this machine after --.',
  )
  await expect(runCommand(['npm test'], options)).rejects.toThrow(
    /^Failed to run "npm test": command not found\..* with each argument as a word of its own\.$/,
  )
  await expect(runCommand(['/'], options)).rejects.toThrow(/^Failed to run "\/": .*Write a command that can be run/)
})
