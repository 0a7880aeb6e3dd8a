// What docs/pipelines.md shows.

import { GenericContainer, Wait } from 'testcontainers'

export async function startDeploymock(token) {
  const container = await new GenericContainer('deploymock')
    .withCommand(['--scenario', 'empty', '--token', token])
    .withExposedPorts(4010)
    .withWaitStrategy(Wait.forHttp('/_simulator/health', 4010))
    .start()
  const url = `http://${container.getHost()}:${container.getMappedPort(4010)}`
  return { url, stop: () => container.stop() }
}
