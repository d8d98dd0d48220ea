import { defaultSettings } from '@askance/server/settings'
import { command } from '../../command/declare.js'
import { MAX } from './controls.js'

export const demo = command({
  name: 'demo',
  summary: 'starts the service with a stream of real mails, for you to answer in the browser',
  description: [
    'Some 6,000 real mails, spam and other mail (the SpamAssassin corpus, in an order that the seed decides), arrive at a service on this machine. It predicts each, asks about few, and learns from the answers: yours, at the address that is printed, or those of a simulated labeller who knows what the mails are. When all are through, what it thought of its own quality is printed beside the truth.',
    'Mails wait while 8 questions are open. Everything is kept: started again, it goes on where it was. It listens on this machine only, and needs no token.',
  ],
  arguments: [],
  flags: {
    simulate: { type: 'switch', group: 'Answers', summary: 'begins with the simulated labeller switched on' },
    'error-rate': {
      type: 'number',
      hint: 'R',
      min: 0,
      max: MAX.errorRate,
      default: 0,
      group: 'Answers',
      summary: 'the share of wrong answers of the simulated labeller',
    },
    delay: {
      type: 'number',
      hint: 'SECONDS',
      min: 0,
      max: MAX.delay,
      default: 0.5,
      group: 'Answers',
      summary: 'how long it thinks about each; with 0 it answers before the next mails come',
    },
    mails: {
      type: 'whole',
      hint: 'N',
      min: 10,
      max: 1_000_000,
      defaultText: 'all',
      group: 'Mails',
      summary: 'how many arrive',
    },
    pace: {
      type: 'number',
      hint: 'N',
      min: 0,
      max: MAX.pace,
      default: 20,
      group: 'Mails',
      summary: 'how many arrive a second; 0 is as fast as it goes',
    },
    budget: {
      type: 'number',
      hint: 'R',
      above: 0,
      max: 1,
      default: 0.05,
      group: 'Mails',
      summary: 'the share of mails that may be asked about',
    },
    seed: {
      type: 'whole',
      hint: 'N',
      min: 0,
      default: 7,
      group: 'Mails',
      summary: 'decides the order of the mails and every coin',
    },
    port: {
      type: 'whole',
      hint: 'N',
      min: 0,
      max: 65_535,
      defaultText: `${defaultSettings.port}, or the next that is free`,
      group: 'Operation',
      summary: 'the port to listen on; 0 takes a free one',
    },
    state: {
      type: 'file',
      hint: 'FOLDER',
      defaultText: 'askance in XDG_STATE_HOME or ~/.local/state',
      group: 'Operation',
      summary: 'where everything is kept',
    },
    reset: { type: 'switch', group: 'Operation', summary: 'deletes what was kept, and begins anew' },
    exit: { type: 'switch', group: 'Operation', summary: 'ends when all mails are through' },
  },
  examples: [
    { about: 'the demonstration', line: 'askance demo' },
    {
      about: 'somebody else answers, and errs now and then',
      line: 'askance demo --simulate --error-rate 0.1',
    },
    {
      about: 'from the beginning to the end, as fast as it goes',
      line: 'askance demo --reset --simulate --pace 0 --delay 0 --exit',
    },
  ],
  async run(context, { flags, given }) {
    // Only here, because no other command should have to wait for a web server to load.
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
