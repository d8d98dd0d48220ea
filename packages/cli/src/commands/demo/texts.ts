import { count, counted, percent, plainTable, rangeText, share, valueText } from '@askance/core/internals'
import type { Context } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import { MAX_OPEN } from './controls.js'
import { demoData } from './data/index.js'
import type { DemoReport, DemoView } from './demo.js'
import type { DemoResult, DemoSetup } from './stream.js'

interface Started {
  readonly report: DemoReport
  readonly setup: DemoSetup
  readonly url: string
  /** Whether the default port was in use. */
  readonly moved: boolean
}

/** Printed when the demo has started. */
export const startText = (context: Context, { report, setup, url, moved }: Started): string => {
  const { bold, dim } = styleFor(context, context.stdout)
  const { arrived, total, labeller, data, noun, taught } = report
  const labels = Math.floor(setup.budget * total + 1e-9)
  const learned = taught === 0 ? '' : ` has learned ${counted(taught, 'example')} before you came,`
  const lines = [
    `Askance classifies ${count(total)} ${demoData[data].task}. It${learned} predicts every ${noun}, and may ask about ${share(setup.budget)} of them (${counted(labels, 'label')}).`,
    '',
    `  ${bold(`${url}/`)}`,
    '',
    labeller.on
      ? 'A simulated labeller answers the questions. You can also answer at this address, or switch the labeller off.'
      : 'Open it to answer questions and watch the accuracy. To use a simulated labeller, switch it on there or start with --simulate.',
    ...(moved ? ['The default port is in use; this is the next free one.'] : []),
    '',
    arrived === 0
      ? `The ${noun}s are arriving, more slowly with each open question. They pause while ${MAX_OPEN} are open.`
      : `${count(arrived)} of ${count(total)} ${noun}s had already arrived; the demo continues from there.`,
    dim('Ctrl-C stops the demo. Its state is saved for the next start; --reset starts over.'),
    '',
  ]
  return `${lines.join('\n')}\n`
}

export const statusText = ({ arrived, total, state, noun }: DemoView): string => {
  const suffix = { arriving: '', waiting: ', waiting for answers', paused: ', paused', finished: '' }[state]
  return `${count(arrived)} of ${count(total)} ${noun}s have arrived${suffix}`
}

export const DELETED_TEXT =
  'The stream was deleted, so the demo has stopped. The next start creates it again.\n'

/** Estimated and true quality. */
export const resultText = (
  context: Context,
  { truth, data, noun }: DemoView,
  { counts, estimates }: DemoResult,
): string => {
  const { bold, dim } = styleFor(context, context.stdout)
  const { positive } = demoData[data] as { readonly positive?: string }
  const rows = (['f1', 'accuracy'] as const).flatMap((name) => {
    const value = truth[name]
    if (value === undefined) return []
    // The fixed-time interval applies: the end of the stream was set in advance.
    const estimate = estimates[name]
    const { low, high } = estimate.fixedTime
    const options = { answers: counts.answers, ofClass: name === 'f1' }
    return [
      [
        name === 'f1' ? `F1 of ${positive}` : name,
        valueText(estimate, options),
        rangeText(estimate.fixedTime),
        percent(value, 1),
        value >= low && value <= high ? 'yes' : 'no',
      ],
    ]
  })
  const heads = ['', 'estimated', '95 % interval', 'true', 'in interval']
  const columns = heads.map((title, k) => ({ title, align: k === 0 ? 'left' : 'right' }) as const)
  return [
    bold(`All ${counted(truth.items, noun)} are processed; ${counted(counts.spent, 'label')} used.`),
    '',
    plainTable(columns, rows, { heads: dim }),
    '',
    `Estimates use only the labels that were asked for; true values use all labels. Both cover every prediction from the first ${noun} on.`,
    '',
  ].join('\n')
}
