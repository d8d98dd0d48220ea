// Checks the deployment files of several nodes as far as that is possible without Docker and Kubernetes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingNames, settingsTable, variableName } from '@askance/server/settings'
// A dependency of @fastify/swagger.
import { parse, parseAllDocuments } from 'yaml'
import { read } from './tools/repository.mjs'

const variables = settingNames.map(variableName)
const checkVariables = (names) => {
  for (const name of names) if (name.startsWith('ASKANCE_')) assert.ok(variables.includes(name), name)
}
/** Seconds of a duration such as 90s. */
const seconds = (text) => Number(/^(\d+)s$/.exec(text)?.[1])

test('the Compose file of several nodes has three nodes, each with its own name and address', () => {
  const { services, volumes } = parse(read('deploy/compose.nodes.yaml'), { merge: true })
  const nodes = Object.entries(services).filter(([, { image }]) => image === 'askance')
  assert.equal(nodes.length, 3)
  assert.equal(new Set(nodes.map(([, { environment }]) => environment.ASKANCE_NODE)).size, 3)
  for (const [name, { environment, depends_on, stop_grace_period, cap_drop }] of nodes) {
    checkVariables(Object.keys(environment))
    assert.equal(environment.ASKANCE_ADVERTISE, `http://${name}:8642`)
    assert.equal(depends_on.database.condition, 'service_healthy')
    assert.ok(seconds(stop_grace_period) > settingsTable.shutdownSeconds.default)
    assert.deepEqual(cap_drop, ['ALL'])
  }
  const balanced = [...read('deploy/haproxy.cfg').matchAll(/^ {2}server \w+ (\S+):8642$/gm)].map(
    ([, host]) => host,
  )
  assert.deepEqual(
    balanced,
    nodes.map(([name]) => name),
  )
  for (const { ports = [], volumes: used = [] } of Object.values(services)) {
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, 'only this machine')
    for (const one of used) assert.ok(one.startsWith('./') || one.split(':')[0] in volumes, one)
  }
})

test('both Compose files can be parsed, and their variables are settings', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true })
  for (const { environment = {} } of Object.values(services)) checkVariables(Object.keys(environment))
  const given = [...read('deploy/askance.env.example').matchAll(/^#?(\w+)=/gm)].map(([, name]) => name)
  checkVariables(given)
})

test('three NATS servers know each other, and nodes and workers know them', () => {
  const { services, volumes } = parse(read('deploy/compose.cluster.yaml'), { merge: true })
  const servers = Object.keys(services).filter((name) => services[name].image?.startsWith('nats:'))
  assert.equal(servers.length, 3)
  for (const name of servers) {
    const { environment, volumes: used } = services[name]
    assert.equal(environment.SERVER_NAME, name)
    const others = servers.filter((other) => other !== name).map((other) => `nats://${other}:6222`)
    assert.equal(environment.ROUTES, `[${others.join(', ')}]`)
    for (const one of used) assert.ok(one.startsWith('./') || one.split(':')[0] in volumes, one)
  }
  const nodes = Object.keys(parse(read('deploy/compose.nodes.yaml'), { merge: true }).services).filter(
    (name) => name.startsWith('node-'),
  )
  for (const name of [...nodes, 'worker']) {
    const { environment } = services[name]
    checkVariables(Object.keys(environment))
    assert.equal(environment.ASKANCE_CLUSTER, servers.map((server) => `nats://${server}:4222`).join())
  }
  assert.deepEqual(services.worker.command, ['work'])
})

test('the Kubernetes manifests fit together', () => {
  const documents = ['kubernetes.yaml', 'kubernetes.cluster.yaml'].flatMap((file) =>
    parseAllDocuments(read(`deploy/${file}`)),
  )
  assert.deepEqual(
    documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]),
    [],
  )
  const objects = documents.map((document) => document.toJS())
  const named = (kind, name) => {
    const found = objects.find((one) => one.kind === kind && one.metadata.name === name)
    return found ?? assert.fail(`no ${kind} ${name}`)
  }
  for (const { apiVersion, kind, metadata } of objects) assert.ok(apiVersion && kind && metadata.name)
  const sets = objects.filter(({ kind }) => kind === 'StatefulSet')
  for (const { spec } of sets) {
    const { labels } = spec.template.metadata
    assert.deepEqual(spec.selector.matchLabels, labels)
    assert.deepEqual(named('Service', spec.serviceName).spec.selector, labels)
    for (const { env, ports, volumeMounts, readinessProbe } of spec.template.spec.containers) {
      assert.ok(readinessProbe)
      checkVariables(env.map(({ name }) => name))
      for (const { valueFrom } of env)
        if (valueFrom?.secretKeyRef) {
          const { name, key } = valueFrom.secretKeyRef
          assert.ok(key in named('Secret', name).stringData, key)
        }
      const volumes = [
        ...(spec.template.spec.volumes ?? []),
        ...(spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata),
      ].map(({ name }) => name)
      for (const { name } of volumeMounts) assert.ok(volumes.includes(name), name)
      for (const service of objects.filter(({ kind }) => kind === 'Service'))
        if (service.spec.selector.app === labels.app)
          for (const { targetPort } of service.spec.ports)
            assert.ok(
              ports.some(({ name }) => name === targetPort),
              targetPort,
            )
    }
  }
  const nodes = named('StatefulSet', 'askance').spec
  const pod = nodes.template.spec
  const env = Object.fromEntries(pod.containers[0].env.map(({ name, value }) => [name, value]))
  assert.equal(nodes.replicas, 3)
  assert.equal(env.ASKANCE_ADVERTISE, `http://$(ASKANCE_NODE).${nodes.serviceName}:8642`)
  assert.equal(named('Service', nodes.serviceName).spec.clusterIP, 'None')
  assert.equal(pod.enableServiceLinks, false)
  const pause = Number(pod.containers[0].lifecycle.preStop.exec.command[1])
  assert.ok(pod.terminationGracePeriodSeconds > pause + settingsTable.shutdownSeconds.default)
})
