import { defaultSettings } from '@askance/server/settings'
import { command } from '../../command/declare.js'
import { MAX, MAX_OPEN } from './controls.js'
import { DATA_NAMES } from './data/index.js'

export const demo = command({
  name: 'demo',
  summary: 'start the service with a stream of real mails, or other data, to label in the browser',
  description: [
    'About 6,000 real mails from the SpamAssassin corpus, shuffled by the seed, arrive at a service on this machine. It has learned two dozen examples, predicts each mail, asks about a few, and learns from the answers: yours, at the printed address, or those of a simulated labeller. At the end, the estimated and the true quality are printed.',
    'With `--with tickets` the items are generated support tickets of 77 classes, and with `--with table` generated readings of pumps. The pages can change between them.',
    `Items arrive more slowly with each open question, and wait while ${MAX_OPEN} are open. The state is saved, and the next start continues from it. The service listens on this machine only and needs no token.`,
  ],
  arguments: [],
  flags: {
    with: {
      type: 'text',
      choices: DATA_NAMES,
      default: 'mails',
      group: 'Items',
      summary: 'the data',
    },
    simulate: { type: 'switch', group: 'Answers', summary: 'start with the simulated labeller switched on' },
    'error-rate': {
      type: 'number',
      hint: 'R',
      min: 0,
      max: MAX.errorRate,
      default: 0,
      group: 'Answers',
      summary: 'fraction of wrong answers of the simulated labeller',
    },
    delay: {
      type: 'number',
      hint: 'SECONDS',
      min: 0,
      max: MAX.delay,
      default: 0.5,
      group: 'Answers',
      summary: 'delay before each simulated answer; with 0 it comes before the next items',
    },
    items: {
      type: 'whole',
      hint: 'N',
      min: 10,
      max: 1_000_000,
      defaultText: 'all',
      group: 'Items',
      summary: 'number of items',
    },
    pace: {
      type: 'number',
      hint: 'N',
      min: 0,
      max: MAX.pace,
      default: 20,
      group: 'Items',
      summary: 'items per second while no question is open; 0 means no limit',
    },
    budget: {
      type: 'number',
      hint: 'R',
      above: 0,
      max: 1,
      defaultText: '0.05; with tickets 0.15',
      group: 'Items',
      summary: 'maximum fraction of items to ask about',
    },
    seed: {
      type: 'whole',
      hint: 'N',
      min: 0,
      default: 7,
      group: 'Items',
      summary: 'seed of the order and the coins',
    },
    port: {
      type: 'whole',
      hint: 'N',
      min: 0,
      max: 65_535,
      defaultText: `${defaultSettings.port}, or the next free port`,
      group: 'Operation',
      summary: 'port to listen on; 0 picks a free one',
    },
    state: {
      type: 'file',
      hint: 'FOLDER',
      defaultText: 'askance in XDG_STATE_HOME or ~/.local/state',
      group: 'Operation',
      summary: 'folder for the saved state',
    },
    reset: { type: 'switch', group: 'Operation', summary: 'delete the saved state and start over' },
    exit: { type: 'switch', group: 'Operation', summary: 'exit when all items are processed' },
  },
  examples: [
    { about: 'label mails yourself', line: 'askance demo' },
    { about: 'label support tickets of 77 classes', line: 'askance demo --with tickets' },
    {
      about: 'a simulated labeller with 10 % wrong answers',
      line: 'askance demo --simulate --error-rate 0.1',
    },
    {
      about: 'the whole demo at full speed',
      line: 'askance demo --reset --simulate --pace 0 --delay 0 --exit',
    },
  ],
  async run(context, { flags, given }) {
    // Imported here so that other commands do not load a web server.
    const { playDemo } = await import('./play.js')
    const { state: folder, reset, port, items, budget, seed, pace, exit } = flags
    const labeller = { on: flags.simulate, errorRate: flags['error-rate'], delay: flags.delay }
    await playDemo(context, {
      folder,
      reset,
      port,
      data: flags.with,
      setup: { ...(items !== undefined && { items }), ...(budget !== undefined && { budget }), seed },
      given,
      controls: { paused: false, pace, labeller },
      exit,
    })
  },
})
