import { command } from '../../command/declare.js'
import { count, duration } from '../../terminal/numbers.js'
import { StatusLine } from '../../terminal/status-line.js'
import { styleFor } from '../../terminal/style.js'
import { printRace } from './print.js'
import { race, type Told } from './race.js'
import { FEATURES, makeStream } from './stream.js'

export const demo = command({
  name: 'demo',
  summary: 'shows on a made-up stream what asking about few items can do',
  description: [
    'A stream of short texts is made up. auto, which needs no tuning, plays against D-AMD, an algorithm of the literature, and against random asking, each at the same number of labels, and against learning every label.',
  ],
  arguments: [],
  flags: {
    items: {
      type: 'whole',
      hint: 'N',
      least: 1000,
      most: 5_000_000,
      default: 60_000,
      summary: 'how many items',
    },
    seed: { type: 'whole', hint: 'N', least: 0, default: 1, summary: 'decides the stream and every coin' },
    json: { type: 'switch', summary: 'prints the numbers as JSON' },
  },
  examples: [
    { about: 'the demonstration', line: 'askance demo' },
    { about: 'a shorter one, on another stream', line: 'askance demo --items 20000 --seed 2' },
  ],
  async run(context, { flags: { items, seed, json } }) {
    const { stdout, stderr } = context
    const style = styleFor(context, stdout)
    const status = new StatusLine(context)
    const start = performance.now()
    const seconds = (): number => (performance.now() - start) / 1000
    const told: Told = (what, detail) => {
      status.show(() => `${duration(seconds())}  ${what}${detail ?? ''} …`)
      if (!stderr.isTTY && detail === undefined) stderr.write(`${what} …\n`)
    }
    try {
      if (!json) stdout.write(`${introduction(items, seed)}\n\n`)
      told('making up the stream')
      const stream = makeStream(items, seed)
      const result = await race(stream, seed, told)
      status.end()
      if (json) {
        stdout.write(
          `${JSON.stringify({ items, features: FEATURES, seed, seconds: seconds(), ...result })}\n`,
        )
        return
      }
      stdout.write(`${printRace(result, context)}\n`)
      stdout.write(`Done in ${duration(seconds())}. What to try next:\n`)
      for (const line of [
        'askance run YOUR-DATA.libsvm --ratio 0.05',
        'askance live YOUR-DATA.libsvm --ratio 0.05',
        'askance compare YOUR-DATA.libsvm --quick',
        'askance algorithms',
        'askance help run',
      ])
        stdout.write(`  ${style.bold(line)}\n`)
      stdout.write('In a clone of the repository it is called npx askance.\n')
    } finally {
      status.end()
    }
  },
})

const introduction = (items: number, seed: number): string =>
  `A made-up stream of ${count(items)} short texts over ${count(FEATURES)} words, in two classes (seed ${seed}).`
