import type { Context } from '../../context.js'
import { count, counted, percent, share } from '../../terminal/numbers.js'
import { styleFor } from '../../terminal/style.js'
import { table } from '../../terminal/table.js'
import type { DemoView } from './demo.js'
import type { Beginning, Standing } from './stream.js'

export interface Started {
  readonly view: DemoView
  readonly beginning: Beginning
  readonly url: string
  /** Whether the usual port was taken. */
  readonly moved: boolean
}

/** What it is, where it is, and how it ends. */
export const startText = (context: Context, { view, beginning, url, moved }: Started): string => {
  const { bold, dim } = styleFor(context, context.stdout)
  const { arrived, total, labeller } = view
  const labels = Math.floor(beginning.budget * total + 1e-9)
  const lines = [
    `Askance sorts ${count(total)} real mails into spam and ham. It predicts every one and may ask about ${share(beginning.budget)} of them: ${counted(labels, 'label')}.`,
    '',
    `  ${bold(`${url}/`)}`,
    '',
    labeller.on
      ? 'A simulated labeller answers. You can answer too, at this address, or switch it off there.'
      : 'Answer there, and see how good it gets. Or let a simulated labeller answer: switch it on there, or start with --simulate.',
    ...(moved ? ['The usual port was taken; this is the next one that is free.'] : []),
    '',
    arrived === 0
      ? 'Mails arrive now, and wait for you when questions pile up.'
      : `${count(arrived)} of ${count(total)} mails arrived before; it goes on from there.`,
    dim('Ctrl-C stops. What was learned is kept for the next start; --reset begins anew.'),
    '',
  ]
  return `${lines.join('\n')}\n`
}

/** One line for the terminal while it runs. */
export const statusText = ({ arrived, total, state }: DemoView): string => {
  const told = { arriving: '', waiting: ', waiting for answers', paused: ', paused', finished: '' }[state]
  return `${count(arrived)} of ${count(total)} mails have arrived${told}`
}

export const goneText =
  'The stream was deleted, so that no more mails arrive. The next start begins it anew.\n'

const MEASURES = { f1: 'F1 of spam', accuracy: 'accuracy' } as const

/** What the service thinks of itself, beside the truth. */
export const resultText = (context: Context, { truth }: DemoView, standing: Standing): string => {
  const { bold, dim } = styleFor(context, context.stdout)
  const { counts, estimates } = standing
  const rows = (['f1', 'accuracy'] as const).map((name) => {
    // When to look was known beforehand: after the last mail.
    const { value, fixedTime } = estimates[name]
    const isInside = truth[name] >= fixedTime.low && truth[name] <= fixedTime.high
    return [
      MEASURES[name],
      value === undefined ? '–' : percent(value, 1),
      `${percent(fixedTime.low, 1)} to ${percent(fixedTime.high, 1)}`,
      percent(truth[name], 1),
      isInside ? 'yes' : 'no',
    ]
  })
  const heads = ['', 'estimated', '95 % interval', 'true', 'in the interval']
  const columns = heads.map((head, k) => ({ head, align: k === 0 ? 'left' : 'right' }) as const)
  return [
    bold(`All ${counted(truth.items, 'mail')} are through; ${counted(counts.spent, 'label')} spent.`),
    '',
    table(columns, rows, { heads: dim }),
    '',
    'The estimate knows the labels alone, the truth every mail; both speak of all predictions, the first ones included.',
    '',
  ].join('\n')
}
