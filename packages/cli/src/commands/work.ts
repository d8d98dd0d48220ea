import { flagName, type SettingName, settingsTable } from '@askance/server/settings'
import { command, type Flags } from '../command/declare.js'
import { configFlag, settingsFromInput } from './service-flags.js'

/** The settings of the service that a worker needs. */
const names = [
  'cluster',
  'clusterReplicas',
  'pageItems',
  'dedupeSeconds',
  'logLevel',
  'logFormat',
] as const satisfies readonly SettingName[]

const settingFlags: Flags = Object.fromEntries(
  names.map((name) => {
    const { group: _, ...flag } = settingsTable[name]
    return [flagName(name), flag]
  }),
)

export const work = command({
  name: 'work',
  summary: 'work on partitions of wide streams, for a service with --cluster',
  description: [
    'A worker predicts and decides about the items of wide streams. It needs only the NATS servers, not the store. All workers share the partitions evenly; when one ends or is lost, the others take over its partitions within seconds. Start one for each core.',
    'It runs until SIGTERM or Ctrl-C, and then finishes the pages that are under way. The environment variables and settings files of `askance serve` apply.',
  ],
  arguments: [],
  flags: {
    ...settingFlags,
    streams: {
      type: 'list',
      default: [],
      hint: 'ID,...',
      defaultText: 'all',
      summary: 'ids of the streams to work on',
    },
    config: configFlag,
  },
  examples: [
    {
      about: 'a worker of all wide streams',
      line: 'askance work --cluster nats://n1:4222,nats://n2:4222,nats://n3:4222',
    },
    { about: 'a worker of two streams', line: 'askance work --cluster nats://n1:4222 --streams mails,logs' },
  ],
  async run(context, input) {
    const settings = settingsFromInput(context, input)
    const { startWorker, untilStopped } = await import('@askance/server/run')
    const running = await startWorker(settings, input.flags.streams as readonly string[])
    context.stdout.write('Working on wide streams.\n')
    await untilStopped(running)
  },
})
