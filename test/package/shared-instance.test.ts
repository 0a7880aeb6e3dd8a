import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { readPage } from '../support/documentation.ts'
import { runCli } from '../support/run-cli.ts'

const page = readPage('docs/shared-instance.md')

const manifests = parseAllDocuments(readPage('docs/shared-instance/kubernetes.yaml')).map((document) => document.toJS())
const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind)
const { template, selector } = find('Deployment').spec
const [container] = template.spec.containers

test('the Kubernetes manifests in the documentation have the maps of the nginx configuration, and route by them', () => {
  const lines = (text: string) => text.split('\n').map((line) => line.trim())
  const snippet = lines(find('ConfigMap').data['http-snippet'])
  const hash = find('Ingress').metadata.annotations['nginx.ingress.kubernetes.io/upstream-hash-by']
  const nginx = readPage('docs/shared-instance/nginx.conf')
  expect(lines(nginx).join('\n')).toContain(snippet.join('\n').trim())
  expect(nginx).toContain(`hash ${hash} consistent;`)
})

test('the Kubernetes manifests in the documentation lead from the ingress to a port of the containers', () => {
  const service = find('Service')
  const [rule] = find('Ingress').spec.rules
  const { name, port } = rule.http.paths[0].backend.service
  const [exposed] = service.spec.ports
  expect([name, port.name]).toEqual([service.metadata.name, exposed.name])
  expect(template.metadata.labels).toEqual(service.spec.selector)
  expect(template.metadata.labels).toEqual(selector.matchLabels)
  expect(container.ports).toContainEqual({ name: exposed.targetPort, containerPort: 4010 })
})

test('the Kubernetes manifests in the documentation start the program with options that it has', async () => {
  const help = runCli('--help')
  await help.exit
  const options = container.args.filter((arg: string) => arg.startsWith('--'))
  expect(help.out.join('\n').match(/--[\w-]+/g)).toEqual(expect.arrayContaining(options))
  expect(help.out.join('\n')).toContain('DEPLOYMOCK_TOKEN')
  const token = container.env.find(({ name }: { name: string }) => name === 'DEPLOYMOCK_TOKEN')
  expect(token.valueFrom.secretKeyRef).toEqual({ name: 'deploymock', key: 'token' })
})

test('the Kubernetes manifests in the documentation run the program with no more rights than it needs', () => {
  expect(template.spec).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  })
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
})

test('the Kubernetes manifests in the documentation have probes, and request the memory that they may use', () => {
  const { startupProbe, readinessProbe, livenessProbe, resources } = container
  expect(startupProbe.httpGet).toEqual(readinessProbe.httpGet)
  expect(livenessProbe.tcpSocket).toEqual({ port: readinessProbe.httpGet.port })
  expect(resources.requests).toEqual({ cpu: expect.any(String), memory: resources.limits.memory })
})

test('the Kubernetes manifests in the documentation ask the operation that everyone may call whether an instance is ready', async () => {
  const { path, port } = container.readinessProbe.httpGet
  expect(container.ports.map(({ name }: { name: string }) => name)).toContain(port)
  const server = await serve(createSimulator(), { port: 0, token: 'secret' })
  const { status } = await fetch(server.url + path).finally(server.close)
  expect(status).toBe(200)
})

test('the line for instances over a store differs from that of haproxy.cfg only in its numbers', () => {
  const [shown = ''] = /^ +default-server .*$/m.exec(page) ?? []
  const withoutNumbers = (text: string) => text.replace(/\d+/g, 'N')
  expect(withoutNumbers(readPage('docs/shared-instance/haproxy.cfg'))).toContain(`${withoutNumbers(shown)}\n`)
})
