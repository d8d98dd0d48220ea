import type { Estimate } from '@askance/core'
import { counted, estimateText, percent } from '@askance/core/internals'
import { type Outcome, uniqueIds, type WrittenClassified, writeClassified } from '@askance/data'
import type { Context } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import type { LabelFile } from './file.js'

/** An estimate as it is printed: for one moment, the end of the labelling. */
interface Measured {
  readonly value?: number
  readonly low: number
  readonly high: number
  readonly true?: number
}

/** The result of labelling a file. F1 is that of the positive class, with two classes. */
export interface LabelResult {
  readonly items: number
  /** Questions that were answered. */
  readonly asked: number
  readonly accuracy: Measured
  readonly f1?: Measured
  /** How often two people gave the same answer to an audit. */
  readonly checks?: { readonly answered: number; readonly agreed: number; readonly text: string }
}

/** An estimate of the library or of the service. */
type Estimated = Pick<Estimate, 'fixedTime'> & { readonly value?: number | undefined }

/** The interval holds for one moment that was chosen before: the end. */
export const measured = ({ value, fixedTime: { low, high } }: Estimated, truth?: number): Measured => ({
  ...(value !== undefined && { value }),
  low,
  high,
  ...(truth !== undefined && { true: truth }),
})

/** Writes the file again with the outcome of each item; `outcomeOf` gets its id. */
export const writeLabelled = (
  { data, classes }: LabelFile,
  path: string,
  outcomeOf: (id: string) => Outcome | undefined,
): Promise<WrittenClassified> => {
  const idOf = uniqueIds()
  return writeClassified(data, path, (item) => outcomeOf(idOf(item)), {
    classes: classes.names,
    authors: true,
  })
}

/** By the rules for all estimates: nothing while it is too early, and no number for a class that is too rare. */
const measuredText = (
  { value, low, high, true: truth }: Measured,
  answers: number,
  ofClass: boolean,
): string => {
  const interval = { low, high }
  const estimate = { value, fixedTime: interval, anyTime: interval }
  const text = estimateText(estimate, { answers, ofClass })
  return truth === undefined ? text : `${text}, true value ${percent(truth, 1)}`
}

/** The result in a few lines. */
export const resultText = (context: Context, result: LabelResult, positive: string): string => {
  const { bold } = styleFor(context, context.stdout)
  const { items, asked, accuracy, f1, checks } = result
  const line = (name: string, one: Measured, ofClass = false): string =>
    `  ${name.padEnd(11)} ${measuredText(one, asked, ofClass)}`
  return [
    bold(`${counted(asked, 'answer')}, ${counted(items, 'item')} labelled.`),
    line('accuracy', accuracy),
    ...(f1 ? [line(`F1 of ${positive}`, f1, true)] : []),
    ...(checks ? [`  ${checks.text}`] : []),
    '',
  ].join('\n')
}

/** The files that were written, each in a line. */
export const writtenFiles = (out: string | undefined, model: string | undefined): string =>
  Object.entries({ written: out, model })
    .map(([name, path]) => (path === undefined ? '' : `  ${name.padEnd(12)}${path}\n`))
    .join('')
