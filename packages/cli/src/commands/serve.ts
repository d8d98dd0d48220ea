import { VERSION } from '@askance/core'
import type { Settings } from '@askance/server/settings'
import { command } from '../command/declare.js'
import type { Context } from '../context.js'
import { styleFor } from '../terminal/style.js'
import { configFlag, settingFlags, settingsFromInput } from './service-flags.js'

const operation = { group: 'Operation' } as const

export const serve = command({
  name: 'serve',
  summary: 'start the HTTP service and the labelling desk',
  description: [
    'Every flag can also be set by an environment variable (ASKANCE_CORS_ORIGINS for --cors-origins; switches are true or false) or in the --config file (corsOrigins). Flags override the environment, which overrides the file.',
    'The first start with an empty store prints an owner token, which can create other tokens. It is shown only once; if it is lost, create another with `askance token`.',
    'The address is printed when the service is ready. Logs go to the standard error, as readable lines on a terminal and as JSON lines otherwise. On SIGTERM or Ctrl-C, the service finishes its requests and saves a snapshot; a second signal exits at once. Acknowledged answers are never lost.',
  ],
  arguments: [],
  flags: {
    ...settingFlags,
    config: { ...configFlag, ...operation },
    'show-settings': {
      ...operation,
      type: 'switch',
      summary: 'print the effective settings without passwords, and exit',
    },
  },
  examples: [
    { about: 'a service on this machine', line: 'askance serve --store askance.sqlite' },
    { about: 'try it without tokens', line: 'askance serve --anonymous' },
    {
      about: 'behind a proxy, with PostgreSQL',
      line: 'ASKANCE_STORE=postgres://askance:PASSWORD@localhost/askance askance serve --trust-proxy 1',
    },
  ],
  async run(context, input) {
    const settings = settingsFromInput(context, input)
    if (input.given.has('show-settings')) {
      const { shownSettings } = await import('@askance/server/run')
      context.stdout.write(`${JSON.stringify(shownSettings(settings), null, 2)}\n`)
      return
    }
    // Imported here so that other commands do not load a web server.
    const { startServer, untilStopped } = await import('@askance/server/run')
    const { deskAssets } = await import('@askance/desk/assets')
    const running = await startServer(settings, { stdout: context.stdout, assets: deskAssets() })
    context.stdout.write(readyText(context, running.url, settings))
    await untilStopped(running)
  },
})

const readyText = (context: Context, url: string, { anonymous }: Settings): string => {
  const ready = `Askance ${VERSION} listens on ${url}\n`
  if (!context.stdout.isTTY) return ready
  const { dim } = styleFor(context, context.stdout)
  const authorization = anonymous ? '' : ' -H "Authorization: Bearer TOKEN"'
  const hints = [
    `API docs:  ${url}/docs`,
    `Streams:   curl${authorization} ${url}/v1/streams`,
    'Stop:      Ctrl-C',
  ]
  return `${ready}\n${hints.map((hint) => `  ${dim(hint)}`).join('\n')}\n\n`
}
