import { defaultSettings } from '@askance/server/settings'
import { command } from '../../command/declare.js'
import { MAX, MAX_OPEN } from './controls.js'

export const demo = command({
  name: 'demo',
  summary: 'start the service with a stream of real mails to label in the browser',
  description: [
    'About 6,000 real mails from the SpamAssassin corpus, shuffled by the seed, arrive at a service on this machine. It predicts each mail, asks about a few, and learns from the answers: yours, at the printed address, or those of a simulated labeller. At the end, the estimated and the true quality are printed.',
    `Mails wait while ${MAX_OPEN} questions are open. The state is saved, and the next start continues from it. The service listens on this machine only and needs no token.`,
  ],
  arguments: [],
  flags: {
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
      summary: 'delay before each simulated answer; with 0 it comes before the next mails',
    },
    mails: {
      type: 'whole',
      hint: 'N',
      min: 10,
      max: 1_000_000,
      defaultText: 'all',
      group: 'Mails',
      summary: 'number of mails',
    },
    pace: {
      type: 'number',
      hint: 'N',
      min: 0,
      max: MAX.pace,
      default: 20,
      group: 'Mails',
      summary: 'mails per second; 0 means no limit',
    },
    budget: {
      type: 'number',
      hint: 'R',
      above: 0,
      max: 1,
      default: 0.05,
      group: 'Mails',
      summary: 'maximum fraction of mails to ask about',
    },
    seed: {
      type: 'whole',
      hint: 'N',
      min: 0,
      default: 7,
      group: 'Mails',
      summary: 'seed of the mail order and the coins',
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
    exit: { type: 'switch', group: 'Operation', summary: 'exit when all mails are processed' },
  },
  examples: [
    { about: 'label mails yourself', line: 'askance demo' },
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
    const { state: folder, reset, port, mails = Number.POSITIVE_INFINITY, budget, seed, pace, exit } = flags
    const labeller = { on: flags.simulate, errorRate: flags['error-rate'], delay: flags.delay }
    await playDemo(context, {
      folder,
      reset,
      port,
      setup: { mails, budget, seed },
      given,
      controls: { paused: false, pace, labeller },
      exit,
    })
  },
})
