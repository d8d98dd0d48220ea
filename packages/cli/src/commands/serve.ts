import { VERSION } from '@askance/core'
import { type Settings, redactedSettings } from '@askance/server/settings'
import { command } from '../command/declare.js'
import type { Context } from '../context.js'
import { styleFor } from '../terminal/style.js'
import { configFlag, settingFlags, settingsFromInput } from './service-flags.js'

const operation = { group: 'Operation' } as const

export const serve = command({
  name: 'serve',
  summary: 'starts the service: streams, questions and answers over HTTP',
  description: [
    'Every flag can also be a variable of the environment (--cors-origins is ASKANCE_CORS_ORIGINS; switches are true or false) or an entry of the file of --config (corsOrigins). Flags win over the environment, which wins over the file.',
    'The first start with an empty store prints a token: it is the owner’s and lets you create others. It is shown only once. `askance token` makes another if it is lost.',
    'The address is printed when requests are answered. The log goes to the standard error as JSON lines. On SIGTERM or Ctrl-C requests are finished, and what was learned is stored; a second one ends at once, and then nothing that was answered is lost either.',
  ],
  arguments: [],
  flags: {
    ...settingFlags,
    config: { ...configFlag, ...operation },
    'show-settings': {
      ...operation,
      type: 'switch',
      summary: 'prints the settings as they hold, without passwords, and starts nothing',
    },
  },
  examples: [
    { about: 'a service on this machine', line: 'askance serve --store askance.sqlite' },
    { about: 'only to try it: no tokens', line: 'askance serve --anonymous' },
    {
      about: 'behind a proxy, with PostgreSQL',
      line: 'ASKANCE_STORE=postgres://askance:PASSWORD@localhost/askance askance serve --trust-proxy',
    },
  ],
  async run(context, input) {
    const settings = settingsFromInput(context, input)
    if (input.given.has('show-settings')) {
      context.stdout.write(`${JSON.stringify(redactedSettings(settings), null, 2)}\n`)
      return
    }
    // Only here, because no other command should have to wait for a web server to load.
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
    `The API, described:  ${url}/docs`,
    `The streams:         curl${authorization} ${url}/v1/streams`,
    'To stop:             Ctrl-C',
  ]
  return `${ready}\n${hints.map((hint) => `  ${dim(hint)}`).join('\n')}\n\n`
}
